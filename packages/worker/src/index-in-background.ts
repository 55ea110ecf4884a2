import type { DocumentId, Log, Ports } from '@ken/core/ports'
import { setTimeout } from 'node:timers/promises'

type Options = { readonly log: Log; readonly signal: AbortSignal; readonly pauseMs?: number }

const documentsPerBatch = 50
/** Between batches, so that people's searches have most of the database. */
const pauseMsDefault = 50
/** After a failure. */
const pausesToRetry = 600

/**
 * Adds documents that an earlier version stored to the index of keyword search, batch by batch,
 * until none is left or the signal aborts. Continues where an earlier run stopped. Logs start, end
 * and failures. Never throws.
 */
export async function indexInBackground(
  { searchIndex }: Pick<Ports, 'searchIndex'>,
  { log, signal, pauseMs = pauseMsDefault }: Options,
): Promise<void> {
  let failing = false
  while (!signal.aborted) {
    try {
      await indexAll(searchIndex, { log, signal, pauseMs })
      return
    } catch (error) {
      if (!failing)
        log.warn('search_index.failed', {
          reason: error instanceof Error ? error.message : String(error),
        })
      failing = true
    }
    await setTimeout(pauseMs * pausesToRetry, undefined, { signal }).catch(() => {})
  }
}

async function indexAll(
  searchIndex: Ports['searchIndex'],
  { log, signal, pauseMs }: Required<Options>,
): Promise<void> {
  let last: DocumentId | null = null
  let batches = 0
  for (;;) {
    const next: DocumentId | null = await searchIndex.indexPending(documentsPerBatch, last)
    // Starts over at the end, because other processes may have had some of them.
    if (next === null && last === null) break
    if (batches === 0) log.info('search_index.started', { ...(await searchIndex.indexProgress()) })
    batches += 1
    last = next
    await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
  }
  if (batches > 0) log.info('search_index.complete', { ...(await searchIndex.indexProgress()) })
}
