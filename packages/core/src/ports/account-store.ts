import type { Account, AccountId } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'

/** Accounts at rest. */
export interface AccountStore {
  /** Adds an account. Throws when the id or the address is taken. */
  insert(account: Account): Promise<void>

  find(id: AccountId): Promise<Account | null>

  findByEmail(email: Email): Promise<Account | null>

  /** Whether anybody has an account, of any role or status. */
  isEmpty(): Promise<boolean>
}
