import {
  refusalBatchDays,
  refusalRetentionDays,
  refusalWindowSeconds,
  type RefusalStore,
} from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

/** The start of the current window. Windows are contiguous and the same in every process. */
const currentWindow = sql<Date>`date_bin(make_interval(secs => ${refusalWindowSeconds}), now(), timestamptz 'epoch')`

/**
 * The number of rows that a target's refusals are spread over. With one row its transactions would
 * commit one after the other; unknown addresses share a target, so their refusals would take longer
 * than those of accounts.
 */
const shards = 32

export const postgresRefusalStore = (transaction: Transaction<Tables>): RefusalStore => ({
  async count(target, refusals) {
    await sql`
      insert into refusals (target, window_started_at, shard, count)
      values (${target}, ${currentWindow}, floor(random() * ${shards}::int), ${refusals})
      on conflict (window_started_at, target, shard) do update set count = refusals.count + excluded.count
    `.execute(transaction)
  },

  // In one order, so that concurrent processes never deadlock. Each call deletes more old batches
  // than it adds.
  async countBatch({ id, counts }) {
    await sql`
      with old as materialized (
        select id from refusal_batches where stored_at < now() - make_interval(days => ${refusalBatchDays})
        order by stored_at limit 10 for update skip locked
      ),
      forgotten as (delete from refusal_batches where id in (select id from old)),
      batch as (insert into refusal_batches (id) values (${id}) on conflict do nothing returning id)
      insert into refusals (target, window_started_at, shard, count)
      select target, ${currentWindow}, 0, count
      from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::bigint[]) as counted (target, count)
      where exists (select from batch) order by target
      on conflict (window_started_at, target, shard) do update set count = refusals.count + excluded.count
    `.execute(transaction)
  },

  // Locks all rows of a window in one order, so that only one of the concurrent calls records the
  // whole window.
  async record(countMax) {
    const { rows } = await sql<{ count: number }>`
      with ended as (
        select distinct target, window_started_at from refusals where window_started_at < ${currentWindow}
        order by window_started_at, target limit ${countMax}
      ),
      locked as (
        select refusals.* from refusals join ended using (target, window_started_at)
        order by window_started_at, target, shard for update of refusals
      ),
      taken as (
        delete from refusals using locked
        where refusals.window_started_at = locked.window_started_at
          and refusals.target = locked.target and refusals.shard = locked.shard
        returning refusals.*
      ),
      recorded as (
        insert into audit_log (via, action, target, outcome, address, meta)
        select 'web', 'sign_in.fail', target, 'failure',
          case when starts_with(target, 'address:') then substr(target, 9) end,
          jsonb_build_object(
            'refusals', sum(count),
            'window_started_at', to_char(window_started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          )
        from taken group by window_started_at, target order by window_started_at, target
        returning 1
      )
      select count(*)::int as count from recorded
    `.execute(transaction)
    return rows[0]!.count
  },

  // Locks no rows: PostgreSQL permits that only to roles that may update the audit log.
  async prune(countMax) {
    const { rows } = await sql<{ count: number }>`
      with old as (
        select id from audit_log
        where actor_id is null and action collate "C" in ('sign_in.fail', 'sign_in.guesses_exhausted')
          and outcome collate "C" in ('success', 'failure') and at < now() - make_interval(days => ${refusalRetentionDays})
        limit ${countMax}
      ),
      forgotten as (delete from audit_log using old where audit_log.id = old.id returning 1)
      select count(*)::int as count from forgotten
    `.execute(transaction)
    return rows[0]!.count
  },
})
