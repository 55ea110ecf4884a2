import { embedPending, type Ports } from '@ken/core'
import type { Log } from '@ken/core/ports'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'

type Options = { readonly log: Log; readonly signal: AbortSignal; readonly pauseMs?: number }

const pauseMsDefault = 30_000

/**
 * Embeds passages without a vector, now and after every pause, until the signal aborts; does not
 * wait for a running request then. Logs when the embedder fails and when it works again, not every
 * try. Never throws.
 */
export async function embedInBackground(
  ports: Pick<Ports, 'embedder' | 'searchIndex'>,
  { log, signal, pauseMs = pauseMsDefault }: Options,
): Promise<void> {
  if (ports.embedder === null) return
  const aborted = once(signal, 'abort').then(() => ({ embedded: 0, refused: 0 }))
  let failing = false
  let isFirst = true
  while (!signal.aborted) {
    try {
      const { embedded, refused } = await Promise.race([
        embedPending(ports, () => signal.throwIfAborted()),
        aborted,
      ])
      if (signal.aborted) return
      if (embedded > 0) log.info('embedding.done', { passages: embedded })
      if (isFirst || embedded > 0) await prepareVectorSearch(ports, log)
      isFirst = false
      if (refused > 0) log.warn('embedding.refused', { passages: refused })
      if (failing) log.info('embedding.recovered')
      failing = false
    } catch (error) {
      if (signal.aborted) return
      if (!failing)
        log.warn('embedding.failed', {
          reason: error instanceof Error ? error.message : String(error),
        })
      failing = true
    }
    await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
  }
}

/** Only slows down searches if it fails. */
async function prepareVectorSearch(
  { embedder, searchIndex }: Pick<Ports, 'embedder' | 'searchIndex'>,
  log: Log,
): Promise<void> {
  if (embedder === null) return
  const startedAt = performance.now()
  try {
    if (await searchIndex.prepareVectorSearch(embedder.model))
      log.info('vector_search.prepared', { duration_ms: Math.round(performance.now() - startedAt) })
  } catch (error) {
    log.warn('vector_search.slow', {
      reason: error instanceof Error ? error.message : String(error),
    })
  }
}
