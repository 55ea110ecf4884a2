import {
  ok,
  type Log,
  type RefusalBatch,
  type RefusalCounter,
  type RefusalTarget,
  type Transact,
} from '@ken/core/ports'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const storeEveryMs = 1_000
const closeMsDefault = 5_000

/** Counts in memory and stores once a second: one statement for all targets. */
export function batchedRefusalCounter(
  { transact, log }: { readonly transact: Transact; readonly log: Log },
  closeMs = closeMsDefault,
): RefusalCounter & {
  /** Stores all counts. Throws if the database is unavailable; no count is lost then. */
  readonly flush: () => Promise<void>
  /** Stores all counts if the database responds within 5 seconds, and stops. */
  readonly close: () => Promise<void>
} {
  let counted = new Map<RefusalTarget, number>()
  // Perhaps stored: only the same batch may be resent, and nothing may be added to it.
  let uncertain: RefusalBatch | null = null
  let last: Promise<void> = Promise.resolve()

  async function send(batch: RefusalBatch): Promise<void> {
    uncertain = batch
    await transact(async ({ refusals }) => ok(await refusals.countBatch(batch)))
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
  let isFlushing = false
  const tick = async () => {
    if (isFlushing) return
    isFlushing = true
    await flush().catch(() => log.warn('refusals.waiting'))
    isFlushing = false
  }
  const timer = setInterval(() => void tick(), storeEveryMs).unref()
  const countUnstored = () => new Set([...counted.keys(), ...(uncertain?.counts.keys() ?? [])]).size

  return {
    count: (target) => void counted.set(target, (counted.get(target) ?? 0) + 1),
    flush,
    close: async () => {
      clearInterval(timer)
      const stored = flush().then(
        () => true,
        () => false,
      )
      if (!(await Promise.race([stored, sleep(closeMs, false, { ref: false })])))
        log.error('refusals.lost', { targets: countUnstored() })
    },
  }
}
