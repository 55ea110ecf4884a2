import type { Account } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import { auditEntry } from '../../model/audit-entry.ts'
import type {
  AttemptBucket,
  LimitedBucket,
  AttemptLimits,
  AttemptLimit,
} from '../../ports/credentials/attempt-limits.ts'
import type {
  SessionOpening,
  SignInAttempt,
  SignInAttempts,
} from '../../ports/credentials/sign-in-attempts.ts'
import type { Transact } from '../../ports/stores/transact.ts'
import { aDate, anAccount, aPerson, aSession, newId } from './builders.ts'
import { committed, type Aging, type Closable } from '../contracts/contract-suite.ts'

/** What the contract of `SignInAttempts` needs. */
export type SignInWorld = Closable &
  Aging & {
    readonly attemptLimits: AttemptLimits
    readonly signInAttempts: SignInAttempts
    readonly transact: Transact
  }

/** A low limit, with a window of sixteen minutes. */
export const limit: AttemptLimit = {
  failuresMax: 3,
  windowSeconds: 960,
  firstDelaySeconds: 60,
  consecutiveMax: 1_000,
}
/** A limit that no test reaches. */
export const unreachedLimit: AttemptLimit = { ...limit, failuresMax: 1_000 }

/** A client without attempts. */
export const aClient = (own: AttemptLimit = limit): LimitedBucket => ({
  bucket: `address:${newId()}`,
  limit: own,
})

/** An address without an account. */
export const anAddress = () => `${newId()}@example.com` as Email

/** A new account, stored. */
export async function inserted(
  { transact }: SignInWorld,
  overrides: Partial<Omit<Account, 'email'>> = {},
): Promise<Account> {
  const account = anAccount(overrides)
  await committed(transact, ({ accounts }) => accounts.insert(account))
  return account
}

/** A password attempt from an unknown client. */
export const attempt = (
  email: Email | null,
  overrides: Partial<SignInAttempt> = {},
): SignInAttempt => ({
  email,
  unknownBucket: email === null ? null : `account:digest-of-${email.split('@', 1).join()}`,
  client: null,
  accountLimit: limit,
  device: null,
  ...overrides,
})

/** Begins `count` attempts, one second apart, so that a refused attempt need not wait. */
export async function beginAll(
  { signInAttempts, age }: SignInWorld,
  count: number,
  again: SignInAttempt,
) {
  const begun = []
  while (begun.length < count) {
    await age(1_000)
    begun.push(await signInAttempts.begin(again))
  }
  return begun
}

/**
 * The number of failures of a bucket, read by one more attempt, a second later, so that it need not wait if it is refused;
 * null if the bucket is closed.
 */
export async function failuresOf(
  { attemptLimits, age }: SignInWorld,
  bucket: AttemptBucket,
): Promise<number | null> {
  await age(1_000)
  const decision = await attemptLimits.take(bucket, unreachedLimit)
  if (decision.allowed) await attemptLimits.refund(bucket)
  return decision.allowed ? decision.failures - 1 : null
}

/** The opening of a session of the account, as a sign-in requests it. */
export function anOpening(
  account: Account,
  overrides: Partial<SessionOpening> = {},
): SessionOpening {
  const { id, userId, device, address } = aSession(account, aDate)
  return {
    session: { id, userId, device, address, rememberMe: true },
    email: account.email,
    passwordEpoch: account.passwordEpoch,
    previous: null,
    entry: auditEntry(aPerson(account, { sessionId: id }), 'sign_in.succeed', `user:${account.id}`),
    takenFrom: [],
    bucketToClear: `account:${account.id}`,
    ...overrides,
  }
}
