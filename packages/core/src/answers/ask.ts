import type { Person } from '../model/actor.ts'
import { foundText, nothingFoundText } from '../model/answers/answer.ts'
import type { AnswerError, ModelBusy } from '../model/answers/answer-errors.ts'
import { modelSlotLimits, questionLengthMax } from '../model/answers/answer-limits.ts'
import { citedNumbers } from '../model/answers/citations.ts'
import { storableText, type Message } from '../model/conversation.ts'
import type {
  SearchesTooMany,
  SearchInvalid,
  SearchTimedOut,
} from '../model/knowledge/knowledge-errors.ts'
import type { SearchAnswer, SearchResult } from '../model/knowledge/search-result.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Allowances, PersonVisibility, Ports, Transacts, Visibility } from '../ports/index.ts'
import { findForQuestion, type FoundForQuestion } from './find-for-question.ts'
import { earlierMessages, keepAnswer } from './own-conversation.ts'
import { writeAnswer } from './write-answer.ts'

export type Ask = {
  readonly actor: Person
  readonly visibility: Visibility
  readonly question: string
  /** Restricts the sources of the answer further. */
  readonly sources?: readonly string[] | undefined
  /** Continues this conversation, and keeps question and answer in it. */
  readonly conversationId?: string | undefined
  /** Keeps question and answer as the start of a conversation. */
  readonly remember?: boolean | undefined
  /** Who the caller acts for now, and what they may see; null if they may not ask any more. */
  readonly readVisibility: () => Promise<PersonVisibility | null>
  /** Aborts when the caller disconnects: then nothing is kept. */
  readonly signal: AbortSignal
  /** Receives how many questions are left, once this one is counted. */
  readonly onCounted?: ((left: Allowances) => void) | undefined
}

/** Receives an answer while it is written. If it throws, the answer ends. */
export type AnswerReader = {
  /** Called once, before any text. */
  readonly sources: (found: SearchAnswer) => Promise<void>
  /** The next words. All words so far are harmless at any time. A `found_only` answer replaces all of them. */
  readonly text: (delta: string) => Promise<void>
}

export type AskAnswer = {
  /** Harmless Markdown. */
  readonly answer: string
  readonly outcome: 'answered' | 'found_only' | 'nothing_found'
  /** Why the model did not write; null if it did or was not needed. */
  readonly reason: 'no_model' | 'model_unavailable' | null
  readonly degraded: boolean
  /** Null if nothing was kept. */
  readonly conversationId: string | null
  readonly sources: readonly SearchResult[]
  /** The numbers of the sources that the answer cites, from 1. */
  readonly cited: ReadonlySet<number>
}

export type AskError = AnswerError | SearchesTooMany | SearchInvalid | SearchTimedOut

type AskPorts = Pick<
  Ports,
  | 'answerLimiter'
  | 'answerModel'
  | 'askLimiter'
  | 'embedder'
  | 'ids'
  | 'searchIndex'
  | 'searchLimiter'
> &
  Transacts<'conversations' | 'documents'>

/**
 * Answers a question in one call, from what the caller may see at its start and still at its end. The model is given
 * the results of the caller's own search, and earlier messages of a conversation whose documents they may still see.
 * Without a model the results are the answer; without results it is not asked. Keeps nothing unless asked to.
 */
export async function ask(
  ports: AskPorts,
  request: Ask,
  reader: AnswerReader = { sources: async () => {}, text: async () => {} },
): Promise<Result<AskAnswer, AskError>> {
  const { keyId, userId } = request.actor
  if (!isQuestion(request.question))
    return err({
      code: 'ask.question_invalid',
      detail: `must have 1 to ${questionLengthMax} characters and not only blanks, NUL characters or lone surrogates`,
    })
  const taken = await ports.askLimiter.take({ keyId, userId: keyId === null ? userId : null })
  request.onCounted?.(taken)
  const { allowed, limit, resetSeconds } = (taken.key ?? taken.person)! // One of them was counted.
  if (!allowed) return err({ code: 'ask.rate_limited', limit, resetSeconds })
  const end = ports.answerLimiter.begin(userId, keyId)
  if (end === null) {
    const { perCallerMax: runningMax } = modelSlotLimits
    return err({ code: 'ask.too_many', runningMax, retryAfterSeconds: 1 })
  }
  try {
    return await answer(ports, request, reader)
  } finally {
    end()
  }
}

async function answer(
  ports: AskPorts,
  request: Ask,
  reader: AnswerReader,
): Promise<Result<AskAnswer, AskError>> {
  const { actor, visibility, question, sources } = request
  const before = await earlierMessages(ports, request)
  if (!before.ok) return before
  const earlier = before.value
  const asked = { userId: actor.userId, visibility, question, sources, earlier }
  const found = await findForQuestion(ports, asked)
  if (!found.ok) return found
  const { results, degraded } = found.value
  const outcome = await writeFrom(
    ports,
    { ...request, earlier, found: { results, degraded } },
    reader,
  )
  if (!outcome.ok) return outcome
  const written = outcome.value
  const composed = composedOf(found.value, written, ports.answerModel !== null)
  const basedOn = results.map(({ documentId }) => documentId)
  const restsOn = written === null ? [] : earlier.flatMap((message) => message.basedOn)
  const kept = await keepAnswer(ports, request, [
    { role: 'person', text: storableText(question), basedOn: [] },
    { role: 'assistant', text: composed.answer, basedOn: [...new Set([...basedOn, ...restsOn])] },
  ])
  return kept.ok
    ? ok({ ...composed, degraded, sources: results, conversationId: kept.value })
    : kept
}

type ToWrite = Pick<Ask, 'question' | 'signal'> & {
  readonly earlier: readonly Message[]
  readonly found: SearchAnswer
}

/** Shows the sources, then the words of the model. Null if it is not asked, or unavailable. */
async function writeFrom(
  { answerLimiter, answerModel }: Pick<Ports, 'answerLimiter' | 'answerModel'>,
  { question, earlier, found, signal }: ToWrite,
  reader: AnswerReader,
): Promise<Result<string | null, ModelBusy>> {
  const { results } = found
  if (results.length === 0 || answerModel === null) {
    await reader.sources(found)
    return ok(null)
  }
  const slot = answerLimiter.queue('ask')
  if (slot === null) return err({ code: 'ask.model_busy', retryAfterSeconds: 5 })
  try {
    await reader.sources(found)
    const queued = { model: answerModel, slot, signal }
    return ok(await writeAnswer(queued, { question, results, earlier }, reader.text))
  } finally {
    slot.release()
  }
}

type Composed = Pick<AskAnswer, 'answer' | 'outcome' | 'reason' | 'cited'>

function composedOf(
  { results, isFollowUp }: FoundForQuestion,
  written: string | null,
  hasModel: boolean,
): Composed {
  const cited = citedNumbers(written ?? '', results.length)
  if (written !== null) return { answer: written, outcome: 'answered', reason: null, cited }
  if (results.length === 0)
    return { answer: nothingFoundText, outcome: 'nothing_found', reason: null, cited }
  const reason = hasModel ? 'model_unavailable' : 'no_model'
  return { answer: foundText(results, isFollowUp), outcome: 'found_only', reason, cited }
}

const isQuestion = (question: string): boolean =>
  question.trim() !== '' &&
  Array.from(question).length <= questionLengthMax &&
  question.isWellFormed() &&
  !question.includes('\u0000')
