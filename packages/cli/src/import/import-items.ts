import type { Run } from '@ken/composition'
import { pageConverter, type Page, type ReadItem } from '@ken/files'
import { countLeftOut, type ImportObserver, type ImportTally } from './import-tally.ts'
import { identityOf, storeBatch, type BatchItem } from './store-batch.ts'

type Batch = { readonly items: BatchItem[]; bytes: number; readonly identities: Set<string> }

const batchDocumentsMax = 100
const batchBytesMax = 4 * 1024 * 1024
const batchesInFlightMax = 2

/**
 * Stores everything that can be read, in batches, while reading continues. At most two batches are
 * stored concurrently, and never two with the same document, so that the later one of the input
 * wins. Pages that Ken knows are not converted. Counts into `tally`, which is correct even after a throw. After `signal` aborts, what was
 * read is still stored.
 */
export async function importItems(
  run: Run,
  items: AsyncIterable<ReadItem | Page>,
  {
    tally,
    observer,
    importId,
    signal,
  }: {
    readonly tally: ImportTally
    readonly observer: ImportObserver
    readonly importId: string
    readonly signal: AbortSignal
  },
): Promise<void> {
  const inFlight = new Map<Batch, Promise<void>>()
  const converter = pageConverter()
  const handOver = async (batch: Batch) => {
    while (
      inFlight.size >= batchesInFlightMax ||
      [...inFlight.keys()].some((other) => overlap(batch, other))
    ) {
      await Promise.race(inFlight.values())
    }
    const stored = storeBatch(run, batch.items, { tally, observer, importId, converter }).then(
      () => void inFlight.delete(batch),
    )
    // The error is handled at the next wait.
    stored.catch(() => {})
    inFlight.set(batch, stored)
  }

  let batch = emptyBatch()
  try {
    for await (const item of untilAborted(items, signal)) {
      if (item.kind !== 'document' && item.kind !== 'page') {
        countLeftOut(item, { tally, observer })
        continue
      }
      const bytes = item.kind === 'page' ? item.bytes : Buffer.byteLength(item.document.body)
      if (
        batch.items.length >= batchDocumentsMax ||
        (batch.items.length > 0 && batch.bytes + bytes > batchBytesMax)
      ) {
        await handOver(batch)
        batch = emptyBatch()
      }
      batch.items.push(item)
      batch.bytes += bytes
      batch.identities.add(identityOf(item))
    }
    if (batch.items.length > 0 && !signal.aborted) await handOver(batch)
  } finally {
    await Promise.allSettled(inFlight.values())
    await converter.close()
  }
  await Promise.all(inFlight.values())
}

const emptyBatch = (): Batch => ({ items: [], bytes: 0, identities: new Set() })

const overlap = (left: Batch, right: Batch): boolean =>
  !left.identities.isDisjointFrom(right.identities)

/** The items until the signal aborts, even while waiting for the next one. */
async function* untilAborted<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  // No promise outlives its item: it would hold all items until the end.
  let stop: (() => void) | null = null
  const onAbort = () => stop?.()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<Item> | null>((resolve, reject) => {
        stop = () => resolve(null)
        iterator.next().then(resolve, reject)
      })
      if (next === null || next.done === true) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Not awaited: an iterator that waits for input would return only when there is some.
    void iterator.return?.()
  }
}
