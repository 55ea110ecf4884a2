import type { AccountId } from '../model/accounts/account.ts'
import type { Message } from '../model/conversation.ts'
import { fuse, type SearchAnswer } from '../model/knowledge/search-result.ts'
import { queryLengthMax, search, type Search } from '../knowledge/search.ts'
import type { Ports, Visibility } from '../ports/index.ts'
import { ok } from '../model/result.ts'

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

/** How many sources an answer has. */
const resultsMax = 5

/**
 * The results for a question. A follow-up may refer to the question before it, and is searched together with it, too. If
 * only that search fails, the follow-up has its own results. Without any it fails, because it may need the other search.
 */
export async function findForQuestion(
  ports: Pick<Ports, 'embedder' | 'searchIndex' | 'searchLimiter'>,
  { userId, visibility, question, sources, earlier }: FindForQuestion,
): ReturnType<typeof search> {
  const find = (text: string) =>
    search(ports, { userId, visibility, query: queryOf(text), sources, limit: resultsMax })
  const before = earlier.findLast(({ role }) => role === 'person')
  const [own, together] = await Promise.all([
    find(question),
    before === undefined ? null : find(`${question}\n${before.text}`),
  ])
  if (!own.ok || together === null) return own
  if (together.ok) return ok(merged(own.value, together.value))
  return own.value.results.length > 0 ? own : together
}

const merged = (own: SearchAnswer, together: SearchAnswer): SearchAnswer => ({
  results: fuse([own.results, together.results], resultsMax),
  degraded: own.degraded || together.degraded,
})

/** The part of a text that fits into a search. */
const queryOf = (text: string): string =>
  Array.from(text.toWellFormed().replaceAll('\u0000', '')).slice(0, queryLengthMax).join('')
