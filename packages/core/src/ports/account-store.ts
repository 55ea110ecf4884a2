import type { Account, AccountId } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'

/** Accounts at rest. */
export interface AccountStore {
  /** Adds an account. Throws when the id or the address is taken. */
  insert(account: Account): Promise<void>

  find(id: AccountId): Promise<Account | null>

  findByEmail(email: Email): Promise<Account | null>

  /** Replaces the stored account with the same id, which must exist. Throws when its address is taken. */
  update(account: Account): Promise<void>

  /**
   * Records the time step of a one-time code as used; false when that step or a later one was used before.
   * Of any number at once with one step, one succeeds (RFC 6238, 5.2).
   */
  consumeTimeStep(id: AccountId, step: number): Promise<boolean>

  /** Whether anybody has an account, of any role or status. */
  isEmpty(): Promise<boolean>
}
