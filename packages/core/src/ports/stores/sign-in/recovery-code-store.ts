import type { AccountId } from '../../../model/accounts/account.ts'

/** Stores the hashes of recovery codes, inside a transaction. */
export interface RecoveryCodeStore {
  /** Replaces all codes of the account. */
  replace(userId: AccountId, hashes: readonly string[]): Promise<void>

  /** The hashes of unused codes. */
  listUnused(userId: AccountId): Promise<readonly string[]>

  /**
   * Marks a code as used. Returns false if it was used before. Exactly one of any concurrent calls
   * succeeds.
   */
  consume(userId: AccountId, hash: string): Promise<boolean>
}
