import {
  addUsage,
  noUsage,
  type KeyId,
  type KeyUsage,
  type Log,
  type UsageCounts,
} from '@ken/core/ports'
import type { Database } from '../database.ts'
import { batchedCounts, type BatchedCounts, type CountedBatch } from './batched-counts.ts'

/** Counts key usage in memory and stores it once a second: one statement for all keys. */
export function postgresKeyUsage(
  { query }: Pick<Database, 'query'>,
  log: Log,
  closeMs?: number,
): KeyUsage & Pick<BatchedCounts<KeyId, UsageCounts>, 'flush' | 'close'> {
  const { add, flush, close } = batchedCounts<KeyId, UsageCounts>({
    sum: addUsage,
    store: async (batch) => void (await query('store_key_usage', storeKeyUsage, valuesOf(batch))),
    onWaiting: () => log.warn('key_usage.waiting'),
    onLost: (keys) => log.error('key_usage.lost', { keys }),
    ...(closeMs !== undefined && { closeMs }),
  })
  return {
    count: (keyId, outcome) => add(keyId, { ...noUsage, [outcome]: 1 }),
    flush,
    close,
  }
}

const valuesOf = ({ id, counts: batch }: CountedBatch<KeyId, UsageCounts>) => {
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
