import type { AccountId } from '../accounts/account.ts'

/** Digests of link codes, inside a transaction. */
export interface LinkCodeStore {
  /** Gives the account a code; the one it had before is void. */
  replace(userId: AccountId, digest: string, expiresAt: Date): Promise<void>

  /**
   * Uses a code up and answers whose it is; null when it is unknown, used, replaced or past its end by database time.
   * Of any number at once one succeeds. Locks the account before the code, as whoever deletes an account does.
   */
  consume(digest: string): Promise<AccountId | null>

  /** Voids the code of an account, if it has one. */
  voidAll(userId: AccountId): Promise<void>

  /** Forgets codes that are past their end, of any account, at most so many; answers how many. Waits for nobody. */
  prune(countMax: number): Promise<number>
}
