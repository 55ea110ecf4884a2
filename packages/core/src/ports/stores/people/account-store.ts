import type {
  Account,
  AccountId,
  AccountStatus,
  NamedAccount,
  Role,
} from '../../../model/accounts/account.ts'
import type { Email } from '../../../model/accounts/email.ts'
import type { PageRequest } from '../../../model/page.ts'
import type { SessionId } from '../../../model/sessions/session.ts'

/** An account matches if it matches every field that is not null. */
export type AccountFilter = {
  /** A substring of the address or the name, in any case. */
  readonly text: string | null
  readonly role: Role | null
  readonly status: AccountStatus | null
  /** Whether two-factor authentication is enabled. */
  readonly mfa: 'enabled' | 'missing' | null
}

/** Matches every account. */
export const anyAccount: AccountFilter = { text: null, role: null, status: null, mfa: null }

/** How many accounts have a role, a status and two-factor authentication or not. */
export type AccountCount = {
  readonly role: Role
  readonly status: AccountStatus
  readonly mfa: 'enabled' | 'missing'
  readonly accounts: number
}

/** Stores accounts, inside a transaction. */
export interface AccountStore {
  /**
   * Returns false if the address is taken, even by a concurrent transaction that commits first.
   * Throws if the id is taken.
   */
  insert(account: Account): Promise<boolean>

  /** Null if the account does not exist. Takes no lock. */
  find(id: AccountId): Promise<Account | null>

  /**
   * The account if this session of it is alive, else null. The session cannot end before this
   * transaction does; its refreshes do not wait. Call every `lockAccount` of the transaction first.
   */
  findSignedIn(id: AccountId, sessionId: SessionId): Promise<Account | null>

  /** The same at this moment alone: the session may end at any time. Takes no lock. */
  peekSignedIn(id: AccountId, sessionId: SessionId): Promise<Account | null>

  /** Null if no account has this address. Takes no lock. */
  findByEmail(email: Email): Promise<Account | null>

  /**
   * Those of the addresses that have an account, of any role or status, in no order. Accepts
   * thousands of addresses.
   */
  listTaken(emails: readonly Email[]): Promise<readonly Email[]>

  /**
   * The names of those of the accounts that exist, by id. Accepts the ids of a page of any list, each
   * any number of times.
   */
  listNamed(ids: readonly AccountId[]): Promise<ReadonlyMap<AccountId, NamedAccount>>

  /**
   * Accounts with a second-factor secret, enabled or not: the first `limit` by id after `after`.
   */
  listWithSecret(after: AccountId | null, limit: number): Promise<readonly Account[]>

  /** Replaces the stored account with this id, which must exist. Throws if its address is taken. */
  update(account: Account): Promise<void>

  /**
   * Changes the address of an existing account. Returns false if it is taken, even by a
   * concurrent transaction that commits first.
   */
  changeEmail(id: AccountId, email: Email): Promise<boolean>

  /** Deletes an account, if it exists, with everything that belongs to it. */
  remove(id: AccountId): Promise<void>

  /** The number of active Owners. Call `lockOwners` first if a rule depends on it. */
  countActiveOwners(): Promise<number>

  /**
   * The matching accounts by address in code-point order: at most `limit` after the address
   * `after`.
   */
  list(filter: AccountFilter, page: PageRequest<Email>): Promise<readonly Account[]>

  /**
   * The number of accounts of each kind that exists, in no order. Counts at most `countMax` of a
   * kind.
   */
  countByKind(countMax: number): Promise<readonly AccountCount[]>

  /**
   * Active accounts whose address starts with the text, in any case, then those whose name does, then
   * those that contain it; each by address in code-point order, at most `limit` in total. The text has
   * no wildcards.
   */
  suggest(text: string, limit: number): Promise<readonly Account[]>

  /**
   * Records the time step of a one-time code as used. Returns false if this step or a later one was
   * used before. Exactly one of any concurrent calls with one step succeeds (RFC 6238, 5.2).
   */
  consumeTimeStep(id: AccountId, step: number): Promise<boolean>

  /** Whether no account exists, of any role or status. */
  isEmpty(): Promise<boolean>
}
