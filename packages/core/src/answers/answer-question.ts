import type { SearchInvalid } from '../model/knowledge/knowledge-errors.ts'
import type { Ports } from '../ports/index.ts'
import { SearchTimeout, Unavailable } from '../ports/platform/unavailable.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Answer } from '../model/answers/answer.ts'
import type { DocumentId } from '../model/knowledge/document.ts'
import { harmlessStream } from '../model/answers/harmless-stream.ts'
import {
  findForQuestion,
  type FindForQuestion,
  type FoundForQuestion,
} from './find-for-question.ts'
import { promptOf } from './prompt.ts'

export type AnswerQuestion = Omit<FindForQuestion, 'sources'>

/** Receives the harmless text that the model has written so far, and the documents that it is based on. */
type ShowPartial = (text: string, basedOn: readonly DocumentId[]) => void

/** A job is given time to end, and no signal. */
const unending = new AbortController().signal

/**
 * Answers a question from what the person may see: the model gets the results of their own search
 * and nothing else. If no model is configured or it is unavailable, the results are the answer.
 */
export async function answerQuestion(
  ports: Pick<
    Ports,
    'answerLimiter' | 'answerModel' | 'embedder' | 'searchIndex' | 'searchLimiter'
  >,
  { userId, visibility, question, earlier }: AnswerQuestion,
  showPartial: ShowPartial = () => {},
): Promise<Result<Answer, SearchInvalid>> {
  const found = await findOrThrow(ports, { userId, visibility, question, earlier })
  if (!found.ok) return found
  const { results, degraded, isFollowUp } = found.value
  const { answerModel } = ports
  const listed = {
    written: null,
    results,
    basedOn: results.map(({ documentId }) => documentId),
    isModelUnavailable: false,
    isFollowUp,
    degraded,
  }
  if (answerModel === null || results.length === 0) return ok(listed)
  const slot = ports.answerLimiter.queue('chat')
  // The job that answers is retried.
  if (slot === null) throw new Unavailable('answer limiter', 'Too many callers wait for the model.')
  try {
    const prompt = await promptOf(answerModel, { question, results, earlier })
    await slot.granted(unending)
    let text = ''
    const partial = harmlessStream(results.length)
    const basedOn = [
      ...new Set([...listed.basedOn, ...earlier.flatMap((message) => message.basedOn)]),
    ]
    for await (const piece of answerModel.write(prompt, unending)) {
      if (partial.isFull()) {
        text = `${text.trimEnd()} …`
        break
      }
      text += piece
      if (partial.push(piece) !== '') showPartial(partial.text(), basedOn)
    }
    return ok({ ...listed, written: text.trim(), basedOn })
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return ok({ ...listed, isModelUnavailable: true })
  } finally {
    slot.release()
  }
}

/** Throws instead of refusing: the job that answers is retried. */
async function findOrThrow(
  ports: Parameters<typeof findForQuestion>[0],
  asked: FindForQuestion,
): Promise<Result<FoundForQuestion, SearchInvalid>> {
  const found = await findForQuestion(ports, asked)
  if (found.ok) return found
  const { error } = found
  if (error.code === 'search.invalid') return err(error)
  throw error.code === 'search.timed_out'
    ? new SearchTimeout(error.budgetMs)
    : new Unavailable('search', 'Too many searches of the person are in progress.')
}
