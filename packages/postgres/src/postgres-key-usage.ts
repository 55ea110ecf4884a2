import { addUsage, noUsage, type KeyId, type KeyUsage, type Log, type UsageCounts } from '@ken/core/ports'
import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

const storeEveryMs = 1_000

/** What is stored in one statement. Its id lets the database store it once, however often the statement is repeated. */
type Batch = { readonly id: string; readonly counts: ReadonlyMap<KeyId, UsageCounts> }

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
  // Stored perhaps: only the same batch may be sent again, and nothing may join it.
  let uncertain: Batch | null = null
  let last: Promise<void> = Promise.resolve()
  let isFailing = false

  const add = (keyId: KeyId, counts: UsageCounts) => void counted.set(keyId, addUsage(counted.get(keyId) ?? noUsage, counts))
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
  // One at a time, so that a batch whose fate is unknown is settled before the next one.
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
  const countUnstored = () => new Set([...counted.keys(), ...(uncertain?.counts.keys() ?? [])]).size

  return {
    count: (keyId, outcome) => add(keyId, { ...noUsage, [outcome]: 1 }),
    flush,
    close: async () => {
      clearInterval(timer)
      await flush().catch(() => log.error('key_usage.lost', { keys: countUnstored() }))
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
 * A batch that is stored already changes nothing; one that another connection is storing is waited for. The keys are
 * locked in one order, so that processes that store at once wait for each other and never deadlock; one that is gone is
 * left out.
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
