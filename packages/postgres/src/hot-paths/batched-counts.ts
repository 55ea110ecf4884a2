import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** What is stored together. Its id makes that idempotent. */
export type CountedBatch<Key, Counts> = {
  readonly id: string
  readonly counts: ReadonlyMap<Key, Counts>
}

export type BatchedCountsOptions<Key, Counts> = {
  readonly sum: (counts: Counts, more: Counts) => Counts
  /** Stores a batch once, also if it gets the same batch again. */
  readonly store: (batch: CountedBatch<Key, Counts>) => Promise<void>
  /** Called when the counts begin to wait for the database. */
  readonly onWaiting: () => void
  /** Called at the end, with the number of keys whose counts are lost. */
  readonly onLost: (keys: number) => void
  /** How long closing waits for the database. */
  readonly closeMs?: number
}

export type BatchedCounts<Key, Counts> = {
  /** Never waits and never throws. */
  readonly add: (key: Key, counts: Counts) => void
  /** Stores all counts. Throws if the database is unavailable; no count is lost then. */
  readonly flush: () => Promise<void>
  /** Stores all counts if the database responds within 5 seconds, and stops. */
  readonly close: () => Promise<void>
}

const storeEveryMs = 1_000

/** Counts in memory and stores once a second, all keys together. */
export function batchedCounts<Key, Counts>({
  sum,
  store: storeBatch,
  onWaiting,
  onLost,
  closeMs = 5_000,
}: BatchedCountsOptions<Key, Counts>): BatchedCounts<Key, Counts> {
  let counted = new Map<Key, Counts>()
  // Perhaps stored: only the same batch may be resent, and nothing may be added to it.
  let uncertain: CountedBatch<Key, Counts> | null = null
  let last: Promise<void> = Promise.resolve()
  let isFailing = false
  let isFlushing = false

  async function send(batch: CountedBatch<Key, Counts>): Promise<void> {
    uncertain = batch
    await storeBatch(batch)
    uncertain = null
  }
  async function store(): Promise<void> {
    if (uncertain !== null) await send(uncertain)
    if (counted.size === 0) return
    const counts = counted
    counted = new Map()
    await send({ id: randomUUID(), counts })
  }
  // One at a time, so that an uncertain batch is settled before the next one.
  function flush(): Promise<void> {
    const stored = last.then(store)
    last = stored.catch(() => {})
    return stored
  }
  async function flushOrNote(): Promise<void> {
    // A database that does not respond would let statements queue up.
    if (isFlushing) return
    isFlushing = true
    try {
      await flush()
      isFailing = false
    } catch {
      if (!isFailing) onWaiting()
      isFailing = true
    }
    isFlushing = false
  }
  const timer = setInterval(() => void flushOrNote(), storeEveryMs).unref()
  const countUnstored = () => new Set([...counted.keys(), ...(uncertain?.counts.keys() ?? [])]).size

  return {
    add(key, counts) {
      const before = counted.get(key)
      counted.set(key, before === undefined ? counts : sum(before, counts))
    },
    flush,
    async close() {
      clearInterval(timer)
      const stored = flush().then(
        () => true,
        () => false,
      )
      if (!(await Promise.race([stored, sleep(closeMs, false, { ref: false })])))
        onLost(countUnstored())
    },
  }
}
