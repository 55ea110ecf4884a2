import type { AccountId } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { Actor } from '../actor.ts'
import { notify } from '../notices/notice.ts'
import type { Guess, GuessBucket, GuessBudget, GuessRule, Ports } from '../ports/index.ts'
import { ok } from '../result.ts'

/** Failures of one account, over every path that checks one of its secrets (R24). */
export const accountRule: GuessRule = { failuresMax: 10, windowSeconds: 900, firstDelaySeconds: 900 / 16, consecutiveMax: 100 }
/** Failures from one client address. Nobody resets an address, so only its window closes it. */
export const addressRule: GuessRule = {
  failuresMax: 60,
  windowSeconds: 900,
  firstDelaySeconds: 900 / 16,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}

/** The bucket of an account, also of one that does not exist. */
export const accountBucket = (account: AccountId | Email): GuessBucket => `account:${account}`

/**
 * The bucket of a client address, the same for all its spellings (R23). IPv6 counts by /64, which one host can
 * choose from freely, and IPv4 mapped into IPv6 as IPv4.
 */
export function addressBucket(address: string): GuessBucket {
  if (!address.includes(':')) return `address:${address}`
  const groups = groupsOf(address)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return `address:${groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')}`
  }
  return `address:${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The budget of a client address. */
export const addressBudget = (address: string): GuessBudget => ({ bucket: addressBucket(address), rule: addressRule })

/** The eight groups of an IPv6 address (RFC 4291, 2.2). */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address.split('%', 1).join().split('::')
  const [left = [], right = []] = [head, tail ?? ''].map((part) => part.split(':').flatMap(numbersOf))
  return [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => 0), ...right]
}

/** One group, or the two that an address of IPv4 makes. */
function numbersOf(text: string): readonly number[] {
  if (text === '') return []
  if (!text.includes('.')) return [Number.parseInt(text, 16)]
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

/**
 * Raises the alarm about a wrong guess when it was the one that used the budget of an account up: in log and audit, and to
 * the person. An address that nobody has is looked up all the same, so that it takes as long (R20), but is not kept:
 * strangers type it, and it may be somebody's, or a password in the wrong field.
 */
export async function alarmIfExhausted(
  ports: Pick<Ports, 'log' | 'transact'>,
  actor: Actor,
  account: AccountId | Email,
  guess: Guess,
): Promise<void> {
  if (!guess.allowed || guess.failures !== accountRule.failuresMax) return
  ports.log.warn('sign_in.guesses_exhausted')
  await ports.transact(async (stores) => {
    const holder = isEmail(account) ? await stores.accounts.findByEmail(account) : await stores.accounts.find(account)
    if (holder?.status === 'active') await notify(stores, holder, { kind: 'guesses_exhausted' })
    const target = isEmail(account) ? (holder?.id ?? 'unknown') : account
    return ok(await stores.audit.append(auditEntry(actor, 'sign_in.guesses_exhausted', `user:${target}`)))
  })
}

const isEmail = (account: AccountId | Email): account is Email => account.includes('@')

export type Judged<Verdict> =
  | { readonly kind: 'judged'; readonly verdict: Verdict }
  | { readonly kind: 'exhausted'; readonly retryAfterSeconds: number | null }

/**
 * Judges one guess of a secret of an account within its budget; a verdict of null or false is a wrong guess. A
 * judge that throws spends nothing (R21).
 */
export async function judgeGuess<Verdict>(
  ports: Pick<Ports, 'guessBudgets' | 'log' | 'transact'>,
  actor: Actor,
  account: AccountId,
  judge: () => Promise<Verdict>,
): Promise<Judged<Verdict>> {
  const guess = await ports.guessBudgets.take(accountBucket(account), accountRule)
  if (!guess.allowed) return { kind: 'exhausted', retryAfterSeconds: guess.retryAfterSeconds }
  const verdict = await judge().catch(async (error: unknown) => {
    await ports.guessBudgets.forgive(accountBucket(account))
    throw error
  })
  if (verdict === null || verdict === false) await alarmIfExhausted(ports, actor, account, guess)
  return { kind: 'judged', verdict }
}
