import type { AccountId } from '../model/accounts/account.ts'
import type { Message } from '../model/conversation.ts'
import { fuse } from '../model/knowledge/search-result.ts'
import type { SearchInvalid } from '../model/knowledge/knowledge-errors.ts'
import { queryLengthMax, search, type SearchAnswer } from '../knowledge/search.ts'
import type { Ports, Visibility } from '../ports/index.ts'
import { SearchTimeout, Unavailable } from '../ports/platform/unavailable.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Answer } from '../model/answers/answer.ts'
import { promptOf } from './prompt.ts'

export type AnswerQuestion = {
  readonly userId: AccountId
  readonly visibility: Visibility
  readonly question: string
  /**
   * The person's earlier messages in the conversation and the answers to them, oldest first.
   * Excludes what rests on a document that they may not see now.
   */
  readonly earlier: readonly Message[]
}

/** How many sources are listed below an answer. */
const resultsMax = 5

/**
 * Answers a question from what the person may see: the model gets the results of their own search
 * and nothing else. If no model is configured or it is unavailable, the results are the answer.
 */
export async function answerQuestion(
  ports: Pick<Ports, 'answerModel' | 'embedder' | 'searchIndex' | 'searchLimiter'>,
  { userId, visibility, question, earlier }: AnswerQuestion,
): Promise<Result<Answer, SearchInvalid>> {
  const found = await searchFor(ports, { userId, visibility, question, earlier })
  if (!found.ok) return found
  const { results, degraded } = found.value
  const { answerModel } = ports
  const listed = {
    written: null,
    results,
    basedOn: results.map(({ documentId }) => documentId),
    isModelUnavailable: false,
    degraded,
  }
  if (answerModel === null || results.length === 0) return ok(listed)
  try {
    const written = await answerModel.complete(
      await promptOf(answerModel, { question, results, earlier }),
    )
    const basedOn = new Set([...listed.basedOn, ...earlier.flatMap((message) => message.basedOn)])
    return ok({ ...listed, written, basedOn: [...basedOn] })
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return ok({ ...listed, isModelUnavailable: true })
  }
}

/** The results for a question. A follow-up may refer to the question before it. */
async function searchFor(
  ports: Pick<Ports, 'embedder' | 'searchIndex' | 'searchLimiter'>,
  { userId, visibility, question, earlier }: AnswerQuestion,
): Promise<Result<SearchAnswer, SearchInvalid>> {
  const find = async (query: string) => {
    const found = await search(ports, {
      userId,
      visibility,
      query: queryOf(query),
      limit: resultsMax,
    })
    if (found.ok) return found
    const { error } = found
    if (error.code === 'search.invalid') return err(error)
    // The job that answers is retried.
    throw error.code === 'search.timed_out'
      ? new SearchTimeout(error.budgetMs)
      : new Unavailable('search', 'Too many searches of the person are in progress.')
  }
  const before = earlier.findLast(({ role }) => role === 'person')
  const [own, together] = await Promise.all([
    find(question),
    before === undefined ? null : find(`${question}\n${before.text}`),
  ])
  if (!own.ok || together === null || !together.ok) return own
  const [first, second] = [own.value, together.value]
  return ok({
    results: fuse([first.results, second.results], resultsMax),
    degraded: first.degraded || second.degraded,
  })
}

/** The part of a text that fits into a search. */
const queryOf = (text: string): string =>
  Array.from(text.toWellFormed().replaceAll('\u0000', '')).slice(0, queryLengthMax).join('')
