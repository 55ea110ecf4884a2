import type { AccountId } from '../../../model/accounts/account.ts'
import type { PasswordReset } from '../../../model/passwords/password-reset.ts'

/**
 * Stores password-reset links, inside a transaction. A token is live until it expires by database
 * time or is revoked. A revoked reset is kept until it expires, because it counts as a sent email.
 */
export interface PasswordResetStore {
  /**
   * Adds a reset under the digest of its token, and revokes all earlier ones of the account. Call
   * `lockAccount` first.
   */
  insert(reset: PasswordReset, digest: string): Promise<void>

  /**
   * The reset whose live token has this digest; null otherwise. Takes no lock: check again under
   * the lock of its account what must still hold later.
   */
  find(digest: string): Promise<PasswordReset | null>

  /** The number of unexpired resets of the account, revoked ones included. */
  count(userId: AccountId): Promise<number>

  /**
   * Counts one attempt at a new password. Returns false, and counts nothing, if the limit is
   * reached.
   */
  countAttempt(id: PasswordReset['id']): Promise<boolean>

  /** Revokes all tokens of an account. */
  revokeAll(userId: AccountId): Promise<void>

  /** Deletes a reset whose email was never sent. */
  remove(id: PasswordReset['id']): Promise<void>

  /**
   * Deletes at most `countMax` expired resets of any account, and returns their number. Skips
   * locked rows.
   */
  prune(countMax: number): Promise<number>
}
