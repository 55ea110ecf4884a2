import type { AccountId } from '../../model/accounts/account.ts'
import type { PasswordReset } from '../../model/passwords/password-reset.ts'

/**
 * Links to set a new password, inside a transaction. A token is live until its end by database time, unless it was
 * voided before. A reset is kept until that end, void or not: it stands for a mail.
 */
export interface PasswordResetStore {
  /** Adds a reset under the digest of its token, and voids every earlier one of the account: `lockAccount` before. */
  insert(reset: PasswordReset, digest: string): Promise<void>

  /**
   * The reset whose live token has this digest; null for any other. Takes no lock: what must still hold later is found
   * again under the lock of its account.
   */
  find(digest: string): Promise<PasswordReset | null>

  /** How many resets of the account are not past their end, void ones included. */
  count(userId: AccountId): Promise<number>

  /** Counts one try of a new password; false, and nothing is counted, when there were as many as may be. */
  countTry(id: PasswordReset['id']): Promise<boolean>

  /** Voids every token of an account. */
  voidAll(userId: AccountId): Promise<void>

  /** Forgets a reset whose mail was never sent. */
  remove(id: PasswordReset['id']): Promise<void>

  /** Forgets resets that are past their end, of any account, at most so many; answers how many. Waits for nobody. */
  prune(countMax: number): Promise<number>
}
