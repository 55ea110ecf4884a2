import type { Message } from '../model/conversation.ts'
import { fuse } from '../model/knowledge/finding.ts'
import type { SearchInvalid } from '../model/knowledge/knowledge-errors.ts'
import { queryLengthMax, search, type SearchAnswer } from '../knowledge/search.ts'
import type { Ports, Visibility } from '../ports/index.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { ok, type Result } from '../model/result.ts'
import type { Answer } from '../model/answers/answer.ts'
import { promptOf } from './prompt.ts'

export type AnswerQuestion = {
  readonly visibility: Visibility
  readonly question: string
  /**
   * What the same person said before in the conversation, and what they were answered, oldest first: nothing that rests on a
   * document that they may not see by now.
   */
  readonly earlier: readonly Message[]
}

/** So many sources stand below an answer. */
const findingsMax = 5

/**
 * Answers a question from what its person may see: the model writes from the findings of their own search, and
 * sees nothing else. Without a model, and while it is away, the findings are the answer.
 */
export async function answerQuestion(
  ports: Pick<Ports, 'answerModel' | 'embedder' | 'searchIndex'>,
  { visibility, question, earlier }: AnswerQuestion,
): Promise<Result<Answer, SearchInvalid>> {
  const found = await findFor(ports, { visibility, question, earlier })
  if (!found.ok) return found
  const { results: findings, degraded } = found.value
  const { answerModel } = ports
  const listed = { written: null, findings, restsOn: findings.map(({ documentId }) => documentId), isModelAway: false, degraded }
  if (answerModel === null || findings.length === 0) return ok(listed)
  try {
    const written = await answerModel.complete(await promptOf(answerModel, { question, findings, earlier }))
    const restsOn = new Set([...listed.restsOn, ...earlier.flatMap((message) => message.restsOn)])
    return ok({ ...listed, written, restsOn: [...restsOn] })
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return ok({ ...listed, isModelAway: true })
  }
}

/** Findings for a question; a follow-up may be about what the question before it named. */
async function findFor(
  ports: Pick<Ports, 'embedder' | 'searchIndex'>,
  { visibility, question, earlier }: AnswerQuestion,
): Promise<Result<SearchAnswer, SearchInvalid>> {
  const find = (query: string) => search(ports, { visibility, query: queryOf(query), limit: findingsMax })
  const before = earlier.findLast(({ role }) => role === 'person')
  const [own, together] = await Promise.all([find(question), before === undefined ? null : find(`${question}\n${before.text}`)])
  if (!own.ok || together === null || !together.ok) return own
  const [first, second] = [own.value, together.value]
  return ok({ results: fuse([first.results, second.results], findingsMax), degraded: first.degraded || second.degraded })
}

/** As much of a text as a search takes. */
const queryOf = (text: string): string =>
  Array.from(text.toWellFormed().replaceAll('\u0000', '')).slice(0, queryLengthMax).join('')
