import type { AccountId } from '../model/accounts/account.ts'
import type { Message } from '../model/conversation.ts'
import { fuse, type SearchAnswer } from '../model/knowledge/search-result.ts'
import { queryLengthMax, search, type Search } from '../knowledge/search.ts'
import type { Ports, Visibility } from '../ports/index.ts'
import { ok, type Err, type Result } from '../model/result.ts'

export type FindForQuestion = {
  readonly userId: AccountId
  readonly visibility: Visibility
  readonly question: string
  readonly sources?: Search['sources']
  /**
   * The person's earlier messages in the conversation and the answers to them, oldest first. Excludes what is based on
   * a document that they may not see now.
   */
  readonly earlier: readonly Message[]
}

export type FoundForQuestion = SearchAnswer & {
  /** Whether only the search together with the question before it found these results. */
  readonly isFollowUp: boolean
}

type SearchFailure = Extract<Awaited<ReturnType<typeof search>>, Err<unknown>>['error']

/** How many sources an answer has. */
const resultsMax = 5

/**
 * The results for a question. A follow-up may refer to the question before it, and is searched together with it, too. If
 * only that search fails, the follow-up has its own results. Without any it fails, because it may need the other search.
 */
export async function findForQuestion(
  ports: Pick<Ports, 'embedder' | 'searchIndex' | 'searchLimiter'>,
  { userId, visibility, question, sources, earlier }: FindForQuestion,
): Promise<Result<FoundForQuestion, SearchFailure>> {
  const find = (text: string) =>
    search(ports, { userId, visibility, query: queryOf(text), sources, limit: resultsMax })
  const before = earlier.findLast(({ role }) => role === 'person')
  const [own, together] = await Promise.all([
    find(question),
    before === undefined ? null : find(`${question}\n${before.text}`),
  ])
  if (!own.ok) return own
  if (together === null) return ok({ ...own.value, isFollowUp: false })
  if (together.ok) return ok(merged(own.value, together.value))
  return own.value.results.length > 0 ? ok({ ...own.value, isFollowUp: false }) : together
}

const merged = (own: SearchAnswer, together: SearchAnswer): FoundForQuestion => ({
  results: fuse([own.results, together.results], resultsMax),
  degraded: own.degraded || together.degraded,
  isFollowUp: own.results.length === 0,
})

/** The part of a text that fits into a search. */
const queryOf = (text: string): string =>
  Array.from(text.toWellFormed().replaceAll('\u0000', '')).slice(0, queryLengthMax).join('')
