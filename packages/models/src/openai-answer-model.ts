import { Unavailable, type AnswerModel, type Log, type ModelPrompt, type ModelTurn } from '@ken/core/ports'
import { countTokens } from './count-tokens.ts'
import { modelBreaker } from './model-breaker.ts'
import { exchange, modelEndpoint } from './model-exchange.ts'
import { ModelFailure, reasonOf } from './model-failure.ts'

/** Where the model is, as `KEN_MODEL*` says it. `url` is the part before `/chat/completions`. */
export type OpenAiAnswerModelOptions = {
  readonly url: string
  readonly model: string
  readonly key: string | null
  /** What one answer may take, to its last byte. */
  readonly budgetMs?: number
  readonly promptTokensMax?: number
}

/** What `ken doctor` shows of the model; the reason says what to do. */
export type AnswerModelProbe =
  | { readonly ok: true; readonly milliseconds: number }
  | { readonly ok: false; readonly reason: string }

/** A model with the check that `ken doctor` makes. The check never throws. */
export type OpenAiAnswerModel = AnswerModel & { readonly probe: () => Promise<AnswerModelProbe> }

/** What some servers leave in front of the answer of a model that thinks aloud. */
const thoughts = /^\s*<think>[^]*?<\/think>/

const warnEveryMs = 60_000
const probePrompt: ModelPrompt = { instructions: 'Answer with one word.', turns: [{ role: 'person', text: 'Ready?' }] }

/**
 * Asks a server of the OpenAI-compatible HTTP API (`POST /chat/completions`), once per answer. Throws when the address or
 * the key cannot be used at all.
 */
export function openAiAnswerModel({ log }: { readonly log: Log }, options: OpenAiAnswerModelOptions): OpenAiAnswerModel {
  const { budgetMs = 30_000, promptTokensMax = 6_000 } = options
  const endpoint = modelEndpoint('answer model', options)
  const breaker = modelBreaker()
  let warnedAt = -Infinity

  /** The library writes the request and reads the answer; the exchange itself is bounded in time, length and place. */
  async function ask({ instructions, turns }: ModelPrompt): Promise<string> {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const boundedFetch: typeof fetch = async (_, init) => {
      const body = await new Response(init?.body).text()
      const answer = await exchange(endpoint, '/chat/completions', body, budgetMs)
      return new Response(answer, { headers: { 'content-type': 'application/json' } })
    }
    const server = createOpenAICompatible({ name: 'ken', baseURL: endpoint.baseUrl, fetch: boundedFetch })
    const prompt = [{ role: 'system' as const, content: instructions }, ...turns.map(messageOf)]
    const { content } = await server.chatModel(options.model).doGenerate({ prompt })
    const said = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
    const text = said.replace(thoughts, '').trim()
    if (text === '') throw new ModelFailure('it answered with no text')
    return text
  }

  async function askOnce(prompt: ModelPrompt): Promise<string> {
    try {
      return await ask(prompt)
    } catch (error) {
      // What the library throws quotes the answer.
      throw failureIn(error) ?? new ModelFailure('its answer is none of the OpenAI API: check the address')
    }
  }

  return {
    promptTokensMax,
    countTokens,
    async complete(prompt) {
      if (!breaker.mayAsk()) throw new Unavailable('answer model', 'The answer model failed a moment ago.')
      try {
        const text = await askOnce(prompt)
        breaker.noteAnswer()
        return text
      } catch (error) {
        if (!(error instanceof ModelFailure && error.isAboutText === true)) breaker.noteFailure()
        const reason = reasonOf(error)
        if (performance.now() - warnedAt >= warnEveryMs) {
          warnedAt = performance.now()
          log.warn('answer_model.failed', { reason })
        }
        throw new Unavailable('answer model', `The answer model failed: ${reason}.`, { cause: error })
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
  return role === 'person' ? { role: 'user' as const, content } : { role: 'assistant' as const, content }
}

/** The failure that the library passed on, or wrapped into its own. */
function failureIn(error: unknown): ModelFailure | null {
  if (error instanceof ModelFailure) return error
  return error instanceof Error ? failureIn(error.cause) : null
}
