import { Unavailable, type Embedder, type Log } from '@ken/core/ports'
import { readVectors } from './embeddings-answer.ts'
import { modelBreaker } from './model-breaker.ts'
import { exchange, modelEndpoint } from './model-exchange.ts'
import { ModelFailure, reasonOf } from './model-failure.ts'

/** Where the embedder is, as `KEN_EMBEDDER_*` says it. `url` is the part before `/embeddings`. */
export type OpenAiEmbedderOptions = {
  readonly url: string
  readonly model: string
  readonly key: string | null
  /** What one question may cost, its whole answer included. */
  readonly budgetMs?: number
  readonly batchTimeoutMs?: number
}

/** What `ken doctor` shows of the embedder; the reason says what to do. */
export type EmbedderProbe =
  | { readonly ok: true; readonly dimensions: number; readonly milliseconds: number }
  | { readonly ok: false; readonly reason: string }

/** An embedder with the check that `ken doctor` makes. The check never throws. */
export type OpenAiEmbedder = Embedder & { readonly probe: () => Promise<EmbedderProbe> }

const textsMax = 64
const plainText = 'Ken'
const probeTimeoutMs = 10_000
const warnEveryMs = 60_000

/**
 * Embeds through a server of the OpenAI-compatible HTTP API (`POST /embeddings`); vectors are of length one. Global
 * fetch, because an SDK would add retries and its own error texts to a single call that must do neither.
 * Throws when the address or the key cannot be used at all.
 */
export function openAiEmbedder({ log }: { readonly log: Log }, options: OpenAiEmbedderOptions): OpenAiEmbedder {
  const { budgetMs = 800, batchTimeoutMs = 30_000 } = options
  const endpoint = modelEndpoint('embedder', options)
  const breaker = modelBreaker()
  let dimensions: number | null = null
  let warnedAt = -Infinity

  async function request(texts: readonly string[], timeoutMs: number): Promise<number[][]> {
    const body = JSON.stringify({ model: options.model, input: texts, encoding_format: 'float' })
    return readVectors(await exchange(endpoint, '/embeddings', body, timeoutMs), texts.length)
  }

  async function embed(texts: readonly string[], timeoutMs: number): Promise<number[][]> {
    const vectors = await request(texts, timeoutMs)
    const found = vectors[0]?.length ?? 0
    dimensions ??= found
    if (found !== dimensions) {
      throw new ModelFailure(`its vectors have ${found} numbers and had ${dimensions}: after a change of the model, restart Ken`)
    }
    return vectors
  }

  /**
   * Null for texts that the model refuses while it takes others. One among 64 costs the others twelve requests more.
   * Unless it is proven that the model takes any text, that is looked at first.
   */
  async function embedAround(texts: readonly string[], isProven = false): Promise<(readonly number[] | null)[]> {
    try {
      return await embed(texts, batchTimeoutMs)
    } catch (error) {
      if (!(error instanceof ModelFailure) || error.isAboutText === false) throw error
      if (!isProven) await embed([plainText], batchTimeoutMs)
      if (texts.length === 1) return [null]
      const middle = Math.ceil(texts.length / 2)
      return [...(await embedAround(texts.slice(0, middle), true)), ...(await embedAround(texts.slice(middle), true))]
    }
  }

  function warn(reason: string): void {
    if (performance.now() - warnedAt < warnEveryMs) return
    warnedAt = performance.now()
    log.warn('embedder.failed', { reason })
  }

  return {
    model: options.model,
    async embedQuery(query) {
      if (!breaker.mayAsk()) return null
      try {
        const [vector = null] = await embed([query], budgetMs)
        breaker.noteAnswer()
        return vector
      } catch (error) {
        if (!(error instanceof ModelFailure && error.isAboutText === true)) breaker.noteFailure()
        warn(reasonOf(error))
        return null
      }
    },
    async embedTexts(texts) {
      if (texts.length > textsMax) throw new RangeError(`At most ${textsMax} texts at once, not ${texts.length}.`)
      if (texts.length === 0) return []
      try {
        return await embedAround(texts)
      } catch (error) {
        throw new Unavailable('embedder', `The embedder failed: ${reasonOf(error)}.`, { cause: error })
      }
    },
    async probe() {
      const start = performance.now()
      try {
        const [vector] = await request([plainText], Math.min(batchTimeoutMs, probeTimeoutMs))
        return { ok: true, dimensions: vector?.length ?? 0, milliseconds: Math.round(performance.now() - start) }
      } catch (error) {
        return { ok: false, reason: reasonOf(error) }
      }
    },
  }
}
