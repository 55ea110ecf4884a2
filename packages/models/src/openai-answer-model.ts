import {
  Unavailable,
  type AnswerModel,
  type Log,
  type ModelPrompt,
  type ModelTurn,
} from '@ken/core/ports'
import { countTokens } from './count-tokens.ts'
import { circuitBreaker } from '@ken/outbound'
import { breakerOptions } from './breaker-options.ts'
import { exchange, modelEndpoint } from './model-exchange.ts'
import { ModelFailure, reasonOf } from './model-failure.ts'

/** The model of `KEN_MODEL*`. `url` is the part before `/chat/completions`. */
export type OpenAiAnswerModelOptions = {
  readonly url: string
  readonly model: string
  readonly key: string | null
  /** Time limit of one answer, to its last byte. */
  readonly budgetMs?: number
  readonly promptTokensMax?: number
}

/** The result that `ken doctor` shows; the reason says what to do. */
export type AnswerModelProbe =
  | { readonly ok: true; readonly milliseconds: number }
  | { readonly ok: false; readonly reason: string }

/** A model with the check of `ken doctor`, which never throws. */
export type OpenAiAnswerModel = AnswerModel & { readonly probe: () => Promise<AnswerModelProbe> }

/** The reasoning that some servers leave in front of an answer. */
const thoughts = /^\s*<think>[^]*?<\/think>/

const warnEveryMs = 60_000
const probePrompt: ModelPrompt = {
  instructions: 'Answer with one word.',
  turns: [{ role: 'person', text: 'Ready?' }],
}

/**
 * Calls a server with the OpenAI-compatible HTTP API (`POST /chat/completions`), once per answer. Throws for an invalid
 * address or key.
 */
export function openAiAnswerModel(
  { log }: { readonly log: Log },
  options: OpenAiAnswerModelOptions,
): OpenAiAnswerModel {
  const { budgetMs = 30_000, promptTokensMax = 6_000 } = options
  const endpoint = modelEndpoint('answer model', options)
  const breaker = circuitBreaker(breakerOptions)
  let warnedAt = -Infinity

  /** The library writes the request and reads the response; the exchange itself is bounded in time and size. */
  async function ask({ instructions, turns }: ModelPrompt): Promise<string> {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const boundedFetch: typeof fetch = async (_, init) => {
      const body = await new Response(init?.body).text()
      const answer = await exchange(endpoint, '/chat/completions', body, budgetMs)
      return new Response(answer, { headers: { 'content-type': 'application/json' } })
    }
    const server = createOpenAICompatible({
      name: 'ken',
      baseURL: endpoint.baseUrl,
      fetch: boundedFetch,
    })
    const prompt = [{ role: 'system' as const, content: instructions }, ...turns.map(messageOf)]
    const { content } = await server.chatModel(options.model).doGenerate({ prompt })
    const written = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
    const text = written.replace(thoughts, '').trim()
    if (text === '') throw new ModelFailure('its answer has no text')
    return text
  }

  async function askOnce(prompt: ModelPrompt): Promise<string> {
    try {
      return await ask(prompt)
    } catch (error) {
      // Errors of the library quote the response.
      throw (
        failureIn(error) ??
        new ModelFailure('its response is not one of the OpenAI API: check the address')
      )
    }
  }

  return {
    promptTokensMax,
    countTokens,
    async complete(prompt) {
      if (!breaker.tryAcquire())
        throw new Unavailable('answer model', 'The answer model has just failed.')
      try {
        const text = await askOnce(prompt)
        breaker.recordSuccess()
        return text
      } catch (error) {
        if (!(error instanceof ModelFailure && error.isAboutText === true)) breaker.recordFailure()
        const reason = reasonOf(error)
        if (performance.now() - warnedAt >= warnEveryMs) {
          warnedAt = performance.now()
          log.warn('answer_model.failed', { reason })
        }
        throw new Unavailable('answer model', `The answer model failed: ${reason}.`, {
          cause: error,
        })
      }
    },
    async probe() {
      const start = performance.now()
      try {
        await askOnce(probePrompt)
        return { ok: true, milliseconds: Math.round(performance.now() - start) }
      } catch (error) {
        return { ok: false, reason: reasonOf(error) }
      }
    },
  }
}

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
