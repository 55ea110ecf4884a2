import type { AccountId } from '../../model/accounts/account.ts'
import type { IdentitySource } from '../../model/identities/identity.ts'

/** A link code as it is stored. */
export type StoredLinkCode = {
  readonly digest: string
  /** The only platform that it works on; null for any. */
  readonly source: IdentitySource | null
  readonly expiresAt: Date
}

/** Digests of link codes, inside a transaction. */
export interface LinkCodeStore {
  /** Gives the account a code; the one it had before is void. */
  replace(userId: AccountId, code: StoredLinkCode): Promise<void>

  /**
   * Uses a code up and returns whose it is; null when it is unknown, used, replaced, past its end by database time, or for
   * another platform than `source`: then it is used up all the same.
   * Of any number at once one succeeds. Locks the account before the code, as whoever deletes an account does.
   */
  consume(digest: string, source: IdentitySource): Promise<AccountId | null>

  /** Voids the code of an account, if it has one. */
  voidAll(userId: AccountId): Promise<void>

  /** Forgets codes that are past their end, of any account, at most so many; answers how many. Waits for nobody. */
  prune(countMax: number): Promise<number>
}
