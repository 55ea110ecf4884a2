import {
  addUsage,
  noUsage,
  type KeyId,
  type KeyUsage,
  type Log,
  type UsageCounts,
} from '@ken/core/ports'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database.ts'

const storeEveryMs = 1_000
const closeMsDefault = 5_000

/** What one statement stores. Its id makes the statement idempotent. */
type Batch = { readonly id: string; readonly counts: ReadonlyMap<KeyId, UsageCounts> }

/** Counts key usage in memory and stores it once a second: one statement for all keys. */
export function postgresKeyUsage(
  { query }: Pick<Database, 'query'>,
  log: Log,
  closeMs = closeMsDefault,
): KeyUsage & {
  /** Stores all counts. Throws if the database is unavailable; no count is lost then. */
  readonly flush: () => Promise<void>
  /** Stores all counts if the database responds within 5 seconds, and stops. */
  readonly close: () => Promise<void>
} {
  let counted = new Map<KeyId, UsageCounts>()
  // Perhaps stored: only the same batch may be resent, and nothing may be added to it.
  let uncertain: Batch | null = null
  let last: Promise<void> = Promise.resolve()
  let isFailing = false
  let isFlushing = false

  const add = (keyId: KeyId, counts: UsageCounts) =>
    void counted.set(keyId, addUsage(counted.get(keyId) ?? noUsage, counts))
  async function send(batch: Batch): Promise<void> {
    uncertain = batch
    await query('store_key_usage', storeKeyUsage, valuesOf(batch))
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
  const flushOrNote = async () => {
    // A database that does not respond would let statements queue up.
    if (isFlushing) return
    isFlushing = true
    try {
      await flush()
      isFailing = false
    } catch {
      if (!isFailing) log.warn('key_usage.waiting')
      isFailing = true
    }
    isFlushing = false
  }
  const timer = setInterval(() => void flushOrNote(), storeEveryMs).unref()
  const countUnstored = () => new Set([...counted.keys(), ...(uncertain?.counts.keys() ?? [])]).size

  return {
    count: (keyId, outcome) => add(keyId, { ...noUsage, [outcome]: 1 }),
    flush,
    close: async () => {
      clearInterval(timer)
      const stored = flush().then(
        () => true,
        () => false,
      )
      if (!(await Promise.race([stored, sleep(closeMs, false, { ref: false })])))
        log.error('key_usage.lost', { keys: countUnstored() })
    },
  }
}

const valuesOf = ({ id, counts: batch }: Batch) => {
  const counts = [...batch.values()]
  return [
    [...batch.keys()],
    counts.map(({ ok }) => ok),
    counts.map(({ rateLimited }) => rateLimited),
    counts.map(({ denied }) => denied),
    counts.map(({ failed }) => failed),
    id,
  ]
}

/**
 * Does nothing if the batch is already stored, and waits if another connection is storing it. Keys
 * are locked in one order, so that concurrent processes never deadlock; deleted keys are skipped.
 */
const storeKeyUsage = `
with batch as (
  insert into key_usage_batches (id) values ($6) on conflict do nothing returning id
),
used as (
  select api_keys.id, ok, rate_limited, denied, failed
  from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[]) as counted (key_id, ok, rate_limited, denied, failed)
  join api_keys on api_keys.id = counted.key_id
  where exists (select from batch)
  order by api_keys.id
  for no key update of api_keys
),
marked as (
  update api_keys set last_used_at = greatest(last_used_at, date_trunc('milliseconds', now()))
  from used where api_keys.id = used.id and used.ok + used.rate_limited + used.failed > 0
)
insert into api_key_usage as usage (key_id, hour, ok, rate_limited, denied, failed)
select id, date_trunc('hour', now(), 'UTC'), ok, rate_limited, denied, failed from used
on conflict (key_id, hour) do update set
  ok = usage.ok + excluded.ok,
  rate_limited = usage.rate_limited + excluded.rate_limited,
  denied = usage.denied + excluded.denied,
  failed = usage.failed + excluded.failed
`
