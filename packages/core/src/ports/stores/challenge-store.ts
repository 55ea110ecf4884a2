import type { AccountId } from '../../model/accounts/account.ts'
import type { Challenge } from '../../model/sign-in/challenge.ts'

/** Challenges between the stages of a sign-in, inside a transaction. */
export interface ChallengeStore {
  /** Adds a challenge under the digest of its secret. */
  insert(challenge: Challenge, digest: string): Promise<void>

  /**
   * The live challenge with this digest: it is neither past its end by database time nor out of tries. Null for
   * any other. Takes no lock: what must still hold later is found again under the lock of its account.
   */
  find(digest: string): Promise<Challenge | null>

  /** Counts one try against the challenge. */
  countTry(id: Challenge['id']): Promise<void>

  /** Gives one try back: it was never judged. */
  forgiveTry(id: Challenge['id']): Promise<void>

  /** Uses the challenge up; false when another transaction did first. */
  consume(id: Challenge['id']): Promise<boolean>

  /** Removes every challenge of an account: its password changed. */
  removeAll(userId: AccountId): Promise<void>

  /** Forgets challenges that are past their end, of any account, at most so many; answers how many. Waits for nobody. */
  prune(countMax: number): Promise<number>
}
