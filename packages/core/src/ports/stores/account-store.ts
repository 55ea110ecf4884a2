import type { Account, AccountId, AccountStatus, Role } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { PageWanted } from '../../model/page.ts'
import type { SessionId } from '../../model/sessions/session.ts'

/** Which accounts are wanted: those that match everything that is not null. */
export type AccountFilter = {
  /** Somewhere in the address or the name, in any case. */
  readonly text: string | null
  readonly role: Role | null
  readonly status: AccountStatus | null
}

/** Accounts at rest. */
export interface AccountStore {
  /** Adds an account; false when the address is taken, also by a transaction that commits first. Throws when the id is. */
  insert(account: Account): Promise<boolean>

  find(id: AccountId): Promise<Account | null>

  /**
   * The account while a session of it is alive, else null. That session cannot end before this transaction does; its
   * refreshes do not wait. Take every `lockAccount` of the transaction first.
   */
  findSignedIn(id: AccountId, sessionId: SessionId): Promise<Account | null>

  findByEmail(email: Email): Promise<Account | null>

  /** Those of the addresses that have an account, of any role or status, in no order. For thousands at once. */
  listTaken(emails: readonly Email[]): Promise<readonly Email[]>

  /** Accounts with a secret of a second factor, enabled or not, in the order of their ids; the first `limit` behind `after`. */
  listWithSecret(after: AccountId | null, limit: number): Promise<readonly Account[]>

  /** Replaces the stored account with the same id, which must exist. Throws when its address is taken. */
  update(account: Account): Promise<void>

  /** Gives an account that exists another address; false when it is taken, also by a transaction that commits first. */
  changeEmail(id: AccountId, email: Email): Promise<boolean>

  /** Removes an account, if there is one, with everything that hangs on it. */
  remove(id: AccountId): Promise<void>

  countActiveOwners(): Promise<number>

  /** The accounts that match, by address and code point: at most `limit` behind the address `after`. */
  list(filter: AccountFilter, page: PageWanted<Email>): Promise<readonly Account[]>

  /**
   * Active accounts whose address or name begins with a text, in any case, and behind them those that have it
   * inside; both by address and code point, at most `limit`. No character of the text means anything but itself.
   */
  suggest(text: string, limit: number): Promise<readonly Account[]>

  /**
   * Records the time step of a one-time code as used; false when that step or a later one was used before.
   * Of any number at once with one step, one succeeds (RFC 6238, 5.2).
   */
  consumeTimeStep(id: AccountId, step: number): Promise<boolean>

  /** Whether anybody has an account, of any role or status. */
  isEmpty(): Promise<boolean>
}
