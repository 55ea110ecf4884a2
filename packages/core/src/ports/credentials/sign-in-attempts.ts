import type { Account, AccountId } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { AuditEntry } from '../../model/audit-entry.ts'
import type { Session, SessionId } from '../../model/sessions/session.ts'
import type { Guess, GuessBucket, GuessBudget, GuessRule } from './guess-budgets.ts'

/** The budget of a device that signed in before, and the account and password that it did so with. */
export type DeviceBudget = GuessBudget & { readonly userId: AccountId; readonly passwordEpoch: number }

/** A password that somebody tries for an address. */
export type SignInAttempt = {
  /** Null for what is no address: nobody has it, and no account's budget counts it. */
  readonly email: Email | null
  /** Counts for the address where no account has it. Null for what is no address. */
  readonly unknownBucket: GuessBucket | null
  /** Of the client's address, where that is known. */
  readonly clientBudget: GuessBudget | null
  /** How an account's budget counts, whether there is such an account or not. */
  readonly accountRule: GuessRule
  /** Null for a device that never signed in. One of another account, or of an earlier password, counts for nothing. */
  readonly device: DeviceBudget | null
}

/** Whose password is tried, and what it is judged by. */
export type PasswordHolder = Pick<Account, 'id' | 'status' | 'passwordHash' | 'passwordEpoch'>

export type BegunAttempt = {
  /** Null when nobody has the address. */
  readonly holder: PasswordHolder | null
  /** From the budget of the device or else of the account; null when neither was asked. */
  readonly guess: Guess | null
  /** Whether the client's budget refused. */
  readonly isClientClosed: boolean
  /** Where a guess was taken, and may be given back to. */
  readonly taken: readonly GuessBucket[]
}

/** The session that a right password leads to. */
export type SessionOpening = {
  readonly session: Pick<Session, 'id' | 'userId' | 'device' | 'address' | 'rememberMe'>
  /** The account's, when its password was verified. */
  readonly passwordEpoch: number
  /** A session that ends when this one begins, whoever it belongs to (R32). */
  readonly previous: SessionId | null
  readonly entry: AuditEntry
  readonly taken: BegunAttempt['taken']
  /** Of the device or the account: the one that the guess was taken from. */
  readonly emptied: GuessBucket
}

/** The two round trips of a sign-in by password, before and after the hash: with more, the hash would not be what bounds it. */
export interface SignInAttempts {
  /**
   * Finds whose password is tried, from no cache, and takes the guess as `GuessBudgets.take` does: from the device's
   * budget alone when the device signed in to this account before and has failures left (R151); else from the client's
   * budget first and, unless that refuses, from the account's. An address without an account counts in `unknownBucket` (R22), and is stored nowhere.
   */
  begin(attempt: SignInAttempt): Promise<BegunAttempt>

  /**
   * Opens the session of somebody who has nothing left to prove, all of it or nothing: ends the previous one, notes
   * the sign-in on the account, audits it, gives the guess back and empties the bucket that it was taken from. Waits for whoever
   * has locked the account. Null, and nothing has changed, when the account is not active any more, has another
   * password or a temporary one (R42), or has a stage to pass by the settings of this moment (R26, R30).
   */
  openSession(opening: SessionOpening): Promise<Account | null>
}
