import type { AccountId } from '../../../model/accounts/account.ts'
import type { IdentitySource } from '../../../model/identities/identity.ts'

/** A stored link code. */
export type StoredLinkCode = {
  readonly digest: string
  /** The only platform that it works on; null for any. */
  readonly source: IdentitySource | null
  readonly expiresAt: Date
}

/** Stores the digests of link codes, inside a transaction. */
export interface LinkCodeStore {
  /** Gives the account a new code, and revokes the earlier one. */
  replace(userId: AccountId, code: StoredLinkCode): Promise<void>

  /**
   * Consumes a code and returns its account. Returns null if it is unknown, used, replaced, expired
   * by database time, or for another platform than `source`; in the last case it is consumed all
   * the same. Exactly one of any concurrent calls succeeds. Locks the account before the code, as
   * account deletion does.
   */
  consume(digest: string, source: IdentitySource): Promise<AccountId | null>

  /** Revokes the code of an account, if it has one. */
  revokeAll(userId: AccountId): Promise<void>

  /**
   * Deletes at most `countMax` expired codes of any account, and returns their number. Skips locked
   * rows.
   */
  prune(countMax: number): Promise<number>
}
