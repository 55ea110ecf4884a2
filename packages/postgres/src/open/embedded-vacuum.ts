import type { Log } from '@ken/core/ports'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** Frees the space of changed and deleted rows, and refreshes the planner's statistics. */
export type EmbeddedVacuum = {
  /** Does it now for the tables that need it. Never throws. */
  readonly run: () => Promise<void>
  /** Waits for running work. */
  readonly close: () => Promise<void>
}

const everyMs = 60_000
/** A statement that takes longer delayed requests. */
const loggedMs = 1_000
/** The hours of the machine's clock when few people wait. */
const isNight = (now: Date): boolean => now.getHours() >= 1 && now.getHours() < 5

/**
 * Looks once a minute which tables need it. A server has autovacuum, which an embedded database does not start: without
 * it, each completed job would take space forever, and counting the jobs would read all of it. A statement per table
 * takes its turn with those of requests.
 */
export function embeddedVacuum(
  kysely: Kysely<Tables>,
  log: Log,
  now: () => Date = () => new Date(),
): EmbeddedVacuum {
  let isClosed = false
  let running: Promise<void> = Promise.resolve()

  const vacuum = async () => {
    const { rows } = await tablesInNeed(isNight(now())).execute(kysely)
    for (const { schema, table, hasDeadRows } of rows) {
      if (isClosed) return
      const startedAt = performance.now()
      const act = hasDeadRows ? sql`vacuum (analyze)` : sql`analyze`
      await sql`${act} ${sql.id(schema, table)}`.execute(kysely)
      const milliseconds = Math.round(performance.now() - startedAt)
      if (milliseconds >= loggedMs)
        log.info('database.vacuumed', { table, duration_ms: milliseconds })
    }
  }
  const vacuumQuietly = () =>
    vacuum().catch((error: unknown) => {
      // The next look tries again.
      if (!isClosed)
        log.warn('database.vacuum_failed', {
          reason: error instanceof Error ? error.message : 'unknown',
        })
    })
  const run = () => (running = running.then(vacuumQuietly))
  const timer = setInterval(() => void run(), everyMs).unref()
  return {
    run,
    close: () => {
      isClosed = true
      clearInterval(timer)
      return running
    },
  }
}

type TableInNeed = {
  readonly schema: string
  readonly table: string
  readonly hasDeadRows: boolean
}

/**
 * With the limits of autovacuum, but a large table waits for the night until it has more dead rows than others: the search
 * index of 3,000 pages takes seconds. The counts are those of this process, because a closed database forgets them.
 */
const tablesInNeed = (isAtNight: boolean) => sql<TableInNeed>`
  select schema, name as "table", "hasDeadRows" from (
    select schemaname as schema, counts.relname as name, n_dead_tup as dead,
      n_dead_tup > 50 + greatest(reltuples, 0)
        * case when ${isAtNight}::boolean or pg_relation_size(relid) < 16777216 then 0.2 else 1 end as "hasDeadRows",
      n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0) as is_stale
    from pg_stat_all_tables as counts join pg_class on pg_class.oid = relid
    where relkind = 'r' and relpersistence = 'p'
  ) as state
  where "hasDeadRows" or is_stale
  order by dead desc
`
