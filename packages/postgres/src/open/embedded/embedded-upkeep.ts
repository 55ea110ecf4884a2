import type { Log } from '@ken/core/ports'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'

/** What a server does in processes of its own, which an embedded database does not start. */
export type EmbeddedUpkeep = {
  /** Does it now where it is needed. Never throws. */
  readonly run: () => Promise<void>
  /** Waits for running work. */
  readonly close: () => Promise<void>
}

const everyMs = 30_000
/** A statement that takes longer delayed requests. */
const loggedMs = 1_000
/** How much of its write-ahead log an embedded database keeps, in megabytes: at least, and about at most. */
export const walMegabytes = { min: 32, max: 64 } as const
/** The hours of the machine's clock when few people wait. */
const isNight = (now: Date): boolean => now.getHours() >= 1 && now.getHours() < 5

/**
 * Looks twice a minute what is needed, as autovacuum and the checkpointer of a server do. Without vacuum, each completed
 * job would take space forever, and counting the jobs would read all of it. Without checkpoints, the write-ahead log would
 * grow until the database closes. Each statement takes its turn with those of requests.
 */
export function embeddedUpkeep(
  kysely: Kysely<Tables>,
  log: Log,
  now: () => Date = () => new Date(),
): EmbeddedUpkeep {
  let isClosed = false
  let hasFailed = false
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
  const trimLog = async () => {
    const { rows } = await writtenSinceCheckpoint.execute(kysely)
    if (rows[0]!.megabytes > walMegabytes.min && !isClosed) await sql`checkpoint`.execute(kysely)
  }
  const doQuietly = async () => {
    try {
      await vacuum()
      await trimLog()
      hasFailed = false
    } catch (error) {
      // The next look tries again, and says nothing if it fails, too.
      if (!hasFailed && !isClosed)
        log.warn('database.upkeep_failed', {
          reason: error instanceof Error ? error.message : 'unknown',
        })
      hasFailed = true
    }
  }
  const run = () => (running = running.then(doQuietly))
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

const writtenSinceCheckpoint = sql<{ megabytes: number }>`
  select (pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) / 1048576)::float8 as megabytes
  from pg_control_checkpoint()
`

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
  select nspname as schema, relname as "table", "hasDeadRows"
  from (
    select *, case
      when dead <= 50 + 0.2 * size then false
      when ${isAtNight}::boolean or dead > 50 + size then true
      else pg_relation_size(oid) < 16777216
    end as "hasDeadRows"
    from (
      select oid, relname, relnamespace, greatest(reltuples, 0) as size, pg_stat_get_dead_tuples(oid) as dead,
        pg_stat_get_mod_since_analyze(oid) as modified
      from pg_class where relkind = 'r' and relpersistence = 'p'
    ) as counted
  ) as state
  join pg_namespace on pg_namespace.oid = relnamespace
  where "hasDeadRows" or modified > 50 + 0.1 * size
  order by dead desc
`
