import type { AccountId } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { Actor } from '../actor.ts'
import type { GuessBucket, GuessRule, Ports } from '../ports/index.ts'
import { ok } from '../result.ts'

/** Failures of one account, over every path that checks one of its secrets (R24). */
export const accountRule: GuessRule = { failuresMax: 10, windowSeconds: 900, consecutiveMax: 100 }
/** Failures from one client address. Nobody resets an address, so only its window closes it. */
export const addressRule: GuessRule = { failuresMax: 60, windowSeconds: 900, consecutiveMax: Number.MAX_SAFE_INTEGER }

/** The bucket of an account, also of one that does not exist. */
export const accountBucket = (account: AccountId | Email): GuessBucket => `account:${account}`

/** The bucket of a client address: IPv6 counts by /64, which one host can choose from freely (R23). */
export function addressBucket(address: string): GuessBucket {
  if (!address.includes(':')) return `address:${address}`
  const [head = '', tail] = address.toLowerCase().split('::')
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const missing = tail === undefined ? 0 : 8 - left!.length - right!.length
  const groups = [...left!, ...Array.from({ length: missing }, () => '0'), ...right!]
  return `address:${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** Takes a guess from an account's budget, and raises the alarm when that used it up. */
export async function takeGuess(
  ports: Pick<Ports, 'guessBudgets' | 'log' | 'transact'>,
  actor: Actor,
  account: AccountId | Email,
): Promise<{ readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number | null }> {
  const guess = await ports.guessBudgets.take(accountBucket(account), accountRule)
  if (guess.allowed && guess.failures === accountRule.failuresMax) {
    ports.log.warn('sign_in.guesses_exhausted')
    await ports.transact(async ({ audit }) =>
      ok(await audit.append(auditEntry(actor, 'sign_in.guesses_exhausted', `user:${account}`))),
    )
  }
  return guess
}

export type Judged<Verdict> =
  | { readonly kind: 'judged'; readonly verdict: Verdict }
  | { readonly kind: 'exhausted'; readonly retryAfterSeconds: number | null }

/** Judges one guess of a secret of an account within its budget. A judge that throws spends nothing (R21). */
export async function judgeGuess<Verdict>(
  ports: Pick<Ports, 'guessBudgets' | 'log' | 'transact'>,
  actor: Actor,
  account: AccountId,
  judge: () => Promise<Verdict>,
): Promise<Judged<Verdict>> {
  const guess = await takeGuess(ports, actor, account)
  if (!guess.allowed) return { kind: 'exhausted', retryAfterSeconds: guess.retryAfterSeconds }
  try {
    return { kind: 'judged', verdict: await judge() }
  } catch (error) {
    await ports.guessBudgets.forgive(accountBucket(account))
    throw error
  }
}
