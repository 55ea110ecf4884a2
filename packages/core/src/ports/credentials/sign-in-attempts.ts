import type { Account, AccountId } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { AuditEntry } from '../../model/audit-entry.ts'
import type { Session, SessionId } from '../../model/sessions/session.ts'
import type {
  AttemptDecision,
  AttemptBucket,
  LimitedBucket,
  AttemptLimit,
} from './attempt-limits.ts'

/** The attempt limit of a device, with the account and password of its earlier sign-in. */
export type LimitedDevice = LimitedBucket & {
  readonly userId: AccountId
  readonly passwordEpoch: number
}

/** A password that is tried for an address. */
export type SignInAttempt = {
  /** Null if it is not an address: no account's limit counts the attempt. */
  readonly email: Email | null
  /** Counts the attempt if no account has the address. Null if it is not an address. */
  readonly unknownBucket: AttemptBucket | null
  /** For the client's address, or for all clients without one. Null counts for no client. */
  readonly client: LimitedBucket | null
  /** The attempt limit of an account, the same whether the account exists or not. */
  readonly accountLimit: AttemptLimit
  /**
   * Null for a device without an earlier sign-in. Ignored if it belongs to another account or an
   * earlier password.
   */
  readonly device: LimitedDevice | null
}

/** The account whose password is tried, with what verification needs. */
export type PasswordHolder = Pick<
  Account,
  'id' | 'email' | 'status' | 'passwordHash' | 'passwordEpoch'
> & {
  /** Whether the person signed in within the last minute. */
  readonly hasJustSignedIn: boolean
}

/** The result of the first round trip. */
export type StartedAttempt = {
  /** Null if no account has the address. */
  readonly holder: PasswordHolder | null
  /** From the limit of the device, otherwise of the account; null if neither was used. */
  readonly decision: AttemptDecision | null
  /** Whether the client's limit refused the attempt. */
  readonly isClientThrottled: boolean
  /** The buckets that counted the attempt, and from which it can be given back. */
  readonly takenFrom: readonly AttemptBucket[]
}

/** The session that a correct password opens. */
export type SessionOpening = {
  readonly session: Pick<Session, 'id' | 'userId' | 'device' | 'address' | 'rememberMe'>
  /** The address that the person signs in with. */
  readonly email: Email
  /** The account's epoch when the password was verified. */
  readonly passwordEpoch: number
  /** A session of the account that ends when this one starts. */
  readonly previous: SessionId | null
  readonly entry: AuditEntry
  readonly takenFrom: StartedAttempt['takenFrom']
  /** The bucket of the device or the account that counted the attempt. */
  readonly bucketToClear: AttemptBucket
}

/**
 * The two round trips of a password sign-in, before and after hashing. With more, they would
 * outweigh the hash.
 */
export interface SignInAttempts {
  /**
   * Finds the account, uncached, and takes the attempt as `AttemptLimits.take` does: from the
   * device alone if the device signed in to this account before and has attempts left;
   * otherwise from the client and, unless that refuses, from the account. An
   * address without an account counts in `unknownBucket` and is stored nowhere.
   */
  begin(attempt: SignInAttempt): Promise<StartedAttempt>

  /**
   * Opens a session for an account that has no step left, all or nothing: ends the previous
   * session, records the sign-in on the account, audits it, gives the attempt back and empties its
   * bucket. Waits for a lock on the account. Returns null, and changes nothing, if the account is
   * no longer active, has another address, another or a temporary password, or needs another step by
   * the current settings, and if the previous session is of another account.
   */
  openSession(opening: SessionOpening): Promise<Account | null>
}
