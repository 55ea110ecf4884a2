import { Unavailable, type Embedder, type Log } from '@ken/core/ports'
import { readVectors } from './embeddings-answer.ts'
import { circuitBreaker } from '@ken/outbound'
import { breakerOptions } from './breaker-options.ts'
import { exchange, modelEndpoint } from './model-exchange.ts'
import { ModelFailure, reasonOf } from './model-failure.ts'

/** The embedder of `KEN_EMBEDDER_*`. `url` is the part before `/embeddings`. */
export type OpenAiEmbedderOptions = {
  readonly url: string
  readonly model: string
  readonly key: string | null
  /** Time limit of one query, to the last byte of the response. */
  readonly budgetMs?: number
  readonly batchTimeoutMs?: number
}

/** The result that `ken doctor` shows; the reason says what to do. */
export type EmbedderProbe =
  | { readonly ok: true; readonly dimensions: number; readonly milliseconds: number }
  | { readonly ok: false; readonly reason: string }

/** An embedder with the check of `ken doctor`, which never throws. */
export type OpenAiEmbedder = Embedder & { readonly probe: () => Promise<EmbedderProbe> }

const textsMax = 64
const plainText = 'Ken'
const probeTimeoutMs = 10_000
const warnEveryMs = 60_000

/**
 * Embeds through a server with the OpenAI-compatible HTTP API (`POST /embeddings`); vectors have length one. Without an
 * SDK, which would add retries and its own error texts. Throws for an invalid address or key.
 */
export function openAiEmbedder(
  { log }: { readonly log: Log },
  options: OpenAiEmbedderOptions,
): OpenAiEmbedder {
  const { budgetMs = 800, batchTimeoutMs = 30_000 } = options
  const endpoint = modelEndpoint('embedder', options)
  const breaker = circuitBreaker(breakerOptions)
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
      throw new ModelFailure(
        `its vectors have ${found} numbers and had ${dimensions}: after a change of the model, restart Ken and run: ken database reembed`,
      )
    }
    return vectors
  }

  /**
   * Null for texts that the model refuses while it accepts others. One such text among 64 costs twelve more requests. First
   * verifies that the model accepts a plain text.
   */
  async function embedAround(
    texts: readonly string[],
    isVerified = false,
  ): Promise<(readonly number[] | null)[]> {
    try {
      return await embed(texts, batchTimeoutMs)
    } catch (error) {
      if (!(error instanceof ModelFailure) || error.isAboutText === false) throw error
      if (!isVerified) await embed([plainText], batchTimeoutMs)
      if (texts.length === 1) return [null]
      const middle = Math.ceil(texts.length / 2)
      return [
        ...(await embedAround(texts.slice(0, middle), true)),
        ...(await embedAround(texts.slice(middle), true)),
      ]
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
      if (!breaker.tryAcquire()) return null
      try {
        const [vector = null] = await embed([query], budgetMs)
        breaker.recordSuccess()
        return vector
      } catch (error) {
        if (!(error instanceof ModelFailure && error.isAboutText === true)) breaker.recordFailure()
        warn(reasonOf(error))
        return null
      }
    },
    async embedTexts(texts) {
      if (texts.length > textsMax)
        throw new RangeError(`At most ${textsMax} texts at once, not ${texts.length}.`)
      if (texts.length === 0) return []
      try {
        return await embedAround(texts)
      } catch (error) {
        throw new Unavailable('embedder', `The embedder failed: ${reasonOf(error)}.`, {
          cause: error,
        })
      }
    },
    async probe() {
      const start = performance.now()
      try {
        const [vector] = await request([plainText], Math.min(batchTimeoutMs, probeTimeoutMs))
        return {
          ok: true,
          dimensions: vector?.length ?? 0,
          milliseconds: Math.round(performance.now() - start),
        }
      } catch (error) {
        return { ok: false, reason: reasonOf(error) }
      }
    },
  }
}
