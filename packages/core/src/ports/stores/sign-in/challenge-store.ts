import type { AccountId } from '../../../model/accounts/account.ts'
import type { Challenge } from '../../../model/sign-in/challenge.ts'

/** Stores the challenges between the steps of a sign-in, inside a transaction. */
export interface ChallengeStore {
  /** Adds a challenge under the digest of its secret. */
  insert(challenge: Challenge, digest: string): Promise<void>

  /**
   * The live challenge with this digest: not expired by database time, with attempts left. Null
   * otherwise. Takes no lock: check again under the lock of its account what must still hold later.
   */
  find(digest: string): Promise<Challenge | null>

  /** Counts one attempt against the challenge. */
  countAttempt(id: Challenge['id']): Promise<void>

  /** Gives one attempt back: it was never verified. */
  refundAttempt(id: Challenge['id']): Promise<void>

  /** Consumes the challenge. Returns false if another transaction consumed it first. */
  consume(id: Challenge['id']): Promise<boolean>

  /** Deletes all challenges of an account, because its password changed. */
  removeAll(userId: AccountId): Promise<void>

  /**
   * Deletes at most `countMax` expired challenges of any account, and returns their number. Skips
   * locked rows.
   */
  prune(countMax: number): Promise<number>
}
