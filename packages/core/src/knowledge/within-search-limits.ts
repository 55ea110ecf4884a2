import type { AccountId } from '../model/accounts/account.ts'
import type { SearchesTooMany, SearchTimedOut } from '../model/knowledge/knowledge-errors.ts'
import { err, type Result } from '../model/result.ts'
import type { Ports } from '../ports/index.ts'
import { SearchTimeout } from '../ports/platform/unavailable.ts'

/** Runs a search or another read of the knowledge base, with the limits that a person's searches share. */
export async function withinSearchLimits<Found>(
  { searchLimiter }: Pick<Ports, 'searchLimiter'>,
  userId: AccountId,
  read: () => Promise<Found>,
): Promise<Result<Found, SearchesTooMany | SearchTimedOut>> {
  try {
    return await searchLimiter.run(userId, read)
  } catch (error) {
    if (!(error instanceof SearchTimeout)) throw error
    const { budgetMs, retryAfterSeconds } = error
    return err({ code: 'search.timed_out', budgetMs, retryAfterSeconds })
  }
}
