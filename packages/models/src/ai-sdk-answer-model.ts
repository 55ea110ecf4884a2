import {
  Unavailable,
  type AnswerModel,
  type Log,
  type ModelPrompt,
  type ModelTurn,
} from '@ken/core/ports'
import { circuitBreaker } from '@ken/outbound'
import { breakerOptions } from './breaker-options.ts'
import { countTokens, loadTokenizer } from './count-tokens.ts'
import { dropReasoning } from './drop-reasoning.ts'
import { endpointFetch, modelEndpoint } from './model-exchange.ts'
import { ModelFailure, reasonOf } from './model-failure.ts'
import { languageModel, type ModelProvider } from './model-providers.ts'

/** The model of `KEN_MODEL*`. `url` is the part before the paths of the API. */
export type AiSdkAnswerModelOptions = {
  readonly provider?: ModelProvider
  readonly url: string
  readonly model: string
  readonly key: string | null
  /** Time limit of one answer, to its last byte. It runs on while the reader takes its time. */
  readonly budgetMs?: number
  readonly promptTokensMax?: number
  readonly answerTokensMax?: number
}

/** The result that `ken doctor` shows; the reason says what to do. */
export type AnswerModelProbe =
  | {
      readonly ok: true
      /** Until its first word. */
      readonly firstWordMs: number
      /** Of its text, from the first word to the end; null if it came at once. */
      readonly charactersPerSecond: number | null
    }
  | { readonly ok: false; readonly reason: string }

/** A model of a provider. */
export type AiSdkAnswerModel = AnswerModel & {
  /** The check of `ken doctor`, which never throws. */
  readonly probe: () => Promise<AnswerModelProbe>
  /**
   * Loads the code that answers need. Servers wait for it before they listen, because it would stop
   * everything else for as long as it takes, long enough for calls of Redis to fail.
   */
  readonly load: () => Promise<void>
}

const warnEveryMs = 60_000
/** Ends an answer that reached its limit of tokens: people would take it for complete. */
const cutMark = ' …'
const probePrompt: ModelPrompt = {
  instructions: 'Answer in one sentence.',
  turns: [{ role: 'person', text: 'What is a printer?' }],
}

/**
 * Calls the HTTP API of a provider once per answer, by the libraries of the AI SDK. Throws for an invalid address or
 * key.
 */
export function aiSdkAnswerModel(
  { log }: { readonly log: Log },
  options: AiSdkAnswerModelOptions,
): AiSdkAnswerModel {
  const { model, budgetMs = 30_000, promptTokensMax = 6_000, answerTokensMax = 1_000 } = options
  const endpoint = modelEndpoint('answer model', options)
  const breaker = circuitBreaker(breakerOptions)
  let warnedAt = -Infinity

  /** The library writes the request and reads the response; the exchange itself is bounded in time and size. */
  async function* streamed(
    { instructions, turns }: ModelPrompt,
    signal: AbortSignal,
    { onBegun, onCut }: { readonly onBegun: () => void; readonly onCut: () => void },
  ) {
    const fetch = endpointFetch(endpoint, { timeoutMs: budgetMs, signal })
    const server = await languageModel(endpoint, model, fetch)
    const { stream } = await server.doStream({
      prompt: [{ role: 'system', content: instructions }, ...turns.map(messageOf)],
      maxOutputTokens: answerTokensMax,
      abortSignal: signal,
    })
    for await (const part of stream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'finish') {
        assertComplete(part.finishReason)
        if (part.finishReason.unified === 'length') onCut()
      }
      // The library makes these itself, of any response.
      if (part.type !== 'stream-start' && part.type !== 'finish') onBegun()
      if (part.type === 'text-delta') yield part.delta
    }
  }

  /** Throws `ModelFailure` only. Ends the connection when it is complete or no longer read. */
  async function* written(
    prompt: ModelPrompt,
    signal: AbortSignal,
    onBegun: () => void = () => {},
  ): AsyncGenerator<string, void> {
    const ending = new AbortController()
    let isBlank = true
    let isCut = false
    const onCut = () => void (isCut = true)
    try {
      const both = AbortSignal.any([signal, ending.signal])
      for await (const piece of dropReasoning(streamed(prompt, both, { onBegun, onCut }))) {
        if (isBlank && piece.trim() !== '') isBlank = false
        yield piece
      }
    } catch (error) {
      // Errors of the library quote the response.
      throw (
        failureIn(error) ??
        new ModelFailure(
          isBlank
            ? 'its response is not one of its API: check the address and KEN_MODEL_PROVIDER'
            : 'its answer ended before it was complete',
        )
      )
    } finally {
      ending.abort()
    }
    if (isBlank) throw new ModelFailure('its answer has no text')
    if (isCut) yield cutMark
  }

  function unavailable(error: unknown): Unavailable {
    const reason = reasonOf(error)
    if (performance.now() - warnedAt >= warnEveryMs) {
      warnedAt = performance.now()
      log.warn('answer_model.failed', { reason })
    }
    return new Unavailable('answer model', `The answer model failed: ${reason}.`, { cause: error })
  }

  return {
    promptTokensMax,
    countTokens,
    load: async () => {
      await Promise.all([loadTokenizer(), languageModel(endpoint, model, fetch)])
    },
    async *write(prompt, signal) {
      if (signal.aborted) throw aborted()
      if (!breaker.tryAcquire())
        throw new Unavailable('answer model', 'The answer model has just failed.')
      let hasBegun = false
      const onBegun = () => {
        if (!hasBegun) breaker.recordSuccess()
        hasBegun = true
      }
      try {
        for await (const piece of written(prompt, signal, onBegun)) {
          signal.throwIfAborted()
          yield piece
        }
        // What was received before the signal is read without an error.
        signal.throwIfAborted()
      } catch (error) {
        if (signal.aborted) throw aborted()
        // A server that has begun to answer works: what comes of it is up to the prompt and the reader.
        const isAboutText = error instanceof ModelFailure && error.isAboutText === true
        if (!hasBegun && !isAboutText) breaker.recordFailure()
        throw unavailable(error)
      }
    },
    async probe() {
      const startMs = performance.now()
      let firstMs: number | null = null
      let length = 0
      try {
        for await (const piece of written(probePrompt, new AbortController().signal)) {
          firstMs ??= performance.now()
          length += piece.length
        }
      } catch (error) {
        return { ok: false, reason: reasonOf(error) }
      }
      const writingMs = performance.now() - (firstMs ?? startMs)
      return {
        ok: true,
        firstWordMs: Math.round((firstMs ?? startMs) - startMs),
        charactersPerSecond: writingMs < 1 ? null : Math.round((length / writingMs) * 1_000),
      }
    },
  }
}

/** What servers of the OpenAI API say when they broke an answer off. To the library these are reasons like any other. */
const brokenOff: readonly string[] = [
  'abort',
  'cancelled',
  'error',
  'insufficient_system_resource',
  'time_limit',
]

/** Why an answer ended, in the words of the library and of the model. */
type FinishReason = { readonly unified: string; readonly raw: string | undefined }

/**
 * Throws unless the model said that it is done, by itself or at its limit of tokens. Not every library does: to some, the
 * end of a response is the end of an answer.
 */
// oxlint-disable-next-line no-restricted-properties -- the word of the model, which goes into no SQL
function assertComplete({ unified, raw }: FinishReason): void {
  if (raw === undefined || brokenOff.includes(raw)) throw new Error('The answer was broken off.')
  if (unified === 'tool-calls') throw new ModelFailure('it called a tool instead of answering')
  if (unified === 'content-filter') throw new ModelFailure('it withheld its answer')
}

const aborted = (): Unavailable =>
  new Unavailable('request', 'The request ended before the answer was written.')

function messageOf({ role, text }: ModelTurn) {
  const content = [{ type: 'text' as const, text }]
  return role === 'person'
    ? { role: 'user' as const, content }
    : { role: 'assistant' as const, content }
}

/** The failure that the library passed on or wrapped. */
function failureIn(error: unknown): ModelFailure | null {
  if (error instanceof ModelFailure) return error
  return error instanceof Error ? failureIn(error.cause) : null
}
