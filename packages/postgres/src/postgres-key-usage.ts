import { addUsage, noUsage, type KeyId, type KeyUsage, type Log, type UsageCounts } from '@ken/core/ports'
import type { Database } from './database.ts'

const storeEveryMs = 1_000

/** Counts in this process, and stores once a second what came together: one statement for all keys. */
export function postgresKeyUsage(
  { query }: Pick<Database, 'query'>,
  log: Log,
): KeyUsage & {
  /** Stores what was counted. Throws when the database is away; then nothing is lost. */
  readonly flush: () => Promise<void>
  /** Stores what was counted, if the database is there, and ends. */
  readonly close: () => Promise<void>
} {
  let counted = new Map<KeyId, UsageCounts>()
  let last: Promise<void> = Promise.resolve()
  let isFailing = false

  const add = (keyId: KeyId, counts: UsageCounts) => void counted.set(keyId, addUsage(counted.get(keyId) ?? noUsage, counts))
  async function store(): Promise<void> {
    if (counted.size === 0) return
    const batch = counted
    counted = new Map()
    try {
      await query('store_key_usage', storeKeyUsage, columnsOf(batch))
    } catch (error) {
      for (const [keyId, counts] of batch) add(keyId, counts)
      throw error
    }
  }
  // One at a time, so that a failed batch is back before the next one begins.
  function flush(): Promise<void> {
    const stored = last.then(store)
    last = stored.catch(() => {})
    return stored
  }
  const flushOrNote = async () => {
    try {
      await flush()
      isFailing = false
    } catch {
      if (!isFailing) log.warn('key_usage.waiting')
      isFailing = true
    }
  }
  const timer = setInterval(() => void flushOrNote(), storeEveryMs).unref()

  return {
    count: (keyId, outcome) => add(keyId, { ...noUsage, [outcome]: 1 }),
    flush,
    close: async () => {
      clearInterval(timer)
      await flush().catch(() => log.error('key_usage.lost', { keys: counted.size }))
    },
  }
}

const columnsOf = (batch: ReadonlyMap<KeyId, UsageCounts>) => {
  const counts = [...batch.values()]
  return [
    [...batch.keys()],
    counts.map(({ ok }) => ok),
    counts.map(({ rateLimited }) => rateLimited),
    counts.map(({ denied }) => denied),
    counts.map(({ failed }) => failed),
  ]
}

/**
 * The keys are locked in one order, so that processes that store at once wait for each other and never deadlock; one
 * that is gone is left out.
 */
const storeKeyUsage = `
with used as (
  select api_keys.id, ok, rate_limited, denied, failed
  from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[]) as counted (key_id, ok, rate_limited, denied, failed)
  join api_keys on api_keys.id = counted.key_id
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
