import type { AccountId } from '../../model/accounts/account.ts'
import type { SearchesTooMany } from '../../model/knowledge/knowledge-errors.ts'
import type { Result } from '../../model/result.ts'

/**
 * Limits how many searches of one person run at a time in this process, over all their keys,
 * sessions and conversations. No person can take the connections that the searches of others need.
 */
export interface SearchLimiter {
  /**
   * Runs a search of a person: immediately while few of theirs are running, otherwise in the order
   * of the calls. A call that would wait too long, or after too many others, is refused, and its
   * search never runs. Passes on what the search returns or throws. Others never wait.
   */
  run<Found>(
    userId: AccountId,
    search: () => Promise<Found>,
  ): Promise<Result<Found, SearchesTooMany>>
}
