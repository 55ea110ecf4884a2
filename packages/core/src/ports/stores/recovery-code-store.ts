import type { AccountId } from '../../model/accounts/account.ts'

/** Hashes of an account's recovery codes, inside a transaction. */
export interface RecoveryCodeStore {
  /** Replaces all codes of the account. */
  replace(userId: AccountId, hashes: readonly string[]): Promise<void>

  /** Hashes of codes that were not used yet. */
  listUnused(userId: AccountId): Promise<readonly string[]>

  /** Marks a code used; false when it was used before. Of any number at once one succeeds. */
  consume(userId: AccountId, hash: string): Promise<boolean>
}
