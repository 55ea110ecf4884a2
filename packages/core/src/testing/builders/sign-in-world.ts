import type { Account } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import { auditEntry } from '../../model/audit-entry.ts'
import type { GuessBucket, GuessBudget, GuessBudgets, GuessRule } from '../../ports/credentials/guess-budgets.ts'
import type { SessionOpening, SignInAttempt, SignInAttempts } from '../../ports/credentials/sign-in-attempts.ts'
import type { Transact } from '../../ports/stores/transact.ts'
import { aDate, anAccount, aPerson, aSession, newId } from './builders.ts'
import { committed, type Aging, type Closable } from '../contracts/contract-suite.ts'

/** What the contract of `SignInAttempts` needs. */
export type SignInWorld = Closable &
  Aging & { readonly guessBudgets: GuessBudgets; readonly signInAttempts: SignInAttempts; readonly transact: Transact }

/** Few guesses, and a window of sixteen minutes. */
export const rule: GuessRule = { failuresMax: 3, windowSeconds: 960, firstDelaySeconds: 60, consecutiveMax: 1_000 }
/** More guesses than any test takes. */
export const wideRule: GuessRule = { ...rule, failuresMax: 1_000 }

/** The budget of a client that did nothing yet. */
export const aClient = (own: GuessRule = rule): GuessBudget => ({ bucket: `address:${newId()}`, rule: own })

/** An address that nobody has. */
export const anAddress = () => `${newId()}@example.com` as Email

/** A new account. */
export async function inserted({ transact }: SignInWorld, overrides: Partial<Omit<Account, 'email'>> = {}): Promise<Account> {
  const account = anAccount(overrides)
  await committed(transact, ({ accounts }) => accounts.insert(account))
  return account
}

/** Somebody tries a password, from nowhere that is known. */
export const attempt = (email: Email | null, overrides: Partial<SignInAttempt> = {}): SignInAttempt => ({
  email,
  unknownBucket: email === null ? null : `account:digest-of-${email.split('@', 1).join()}`,
  clientBudget: null,
  accountRule: rule,
  device: null,
  ...overrides,
})

/** Begins as often, each time a second later: whoever is refused then need not be kept waiting. */
export async function beginAll({ signInAttempts, age }: SignInWorld, count: number, again: SignInAttempt) {
  const begun = []
  while (begun.length < count) {
    await age(1_000)
    begun.push(await signInAttempts.begin(again))
  }
  return begun
}

/** The failures of a bucket, found out by one more; null when it is closed. */
export async function failuresOf({ guessBudgets }: SignInWorld, bucket: GuessBucket): Promise<number | null> {
  const guess = await guessBudgets.take(bucket, wideRule)
  if (guess.allowed) await guessBudgets.forgive(bucket)
  return guess.allowed ? guess.failures - 1 : null
}

/** The opening of a session of the account, as a sign-in would ask for it. */
export function anOpening(account: Account, overrides: Partial<SessionOpening> = {}): SessionOpening {
  const { id, userId, device, address } = aSession(account, aDate)
  return {
    session: { id, userId, device, address, rememberMe: true },
    passwordEpoch: account.passwordEpoch,
    previous: null,
    entry: auditEntry(aPerson(account, { sessionId: id }), 'sign_in.succeed', `user:${account.id}`),
    taken: [],
    emptied: `account:${account.id}`,
    ...overrides,
  }
}
