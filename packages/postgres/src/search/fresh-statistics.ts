import type { Log } from '@ken/core/ports'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { countTiers } from './count-tiers.ts'

/** Keeps the planner's statistics for search tables up to date. */
export type FreshStatistics = {
  /** Notes that this number of documents was stored or removed, and committed. */
  readonly noteChanged: (documents: number) => void
  /** Does pending work now. Never throws. */
  readonly settle: () => Promise<void>
}

const lookAfterMs = 5_000
const pauseMs = 30_000
/** A share of the documents at the last check. */
const staleShare = 0.1
const remedy =
  'The database user does not own the tables, and autovacuum is off. Turn it on, or run this as their owner now and then: analyze documents, document_chunks, passage_terms'

/**
 * Runs ANALYZE once more than a tenth of the documents changed, some seconds after an import and at
 * most twice a minute. Without it, a search on a new table reads hundreds of times as much. Neither
 * an embedded database nor a server with late or disabled autovacuum does it. `ping` throws if the
 * database does not respond.
 */
export function freshStatistics(
  kysely: Kysely<Tables>,
  log: Log,
  ping: () => Promise<unknown> = async () => {},
): FreshStatistics {
  let changed = 0
  let analyzedAt = -Infinity
  let timer: NodeJS.Timeout | null = null
  let hasWarned = false
  let running: Promise<void> = Promise.resolve()

  const look = async () => {
    if (changed === 0) return
    // The statements may take minutes. Without this, so would a server that does not respond.
    await ping()
    const { rows } = await readState.execute(kysely)
    const [state] = rows
    if (state === undefined || Math.max(changed, state.changed) <= state.documents * staleShare)
      return
    changed = 0
    if (state.may) await analyze(state)
    // Otherwise the server does it within a minute or two.
    else if (!state.autovacuum && !hasWarned) {
      log.warn('database.statistics_stale', { remedy })
      hasWarned = true
    }
    await countTiers(kysely)
  }
  const analyze = async ({ vectors }: State) => {
    analyzedAt = performance.now()
    await sql`analyze documents`.execute(kysely)
    await sql`analyze document_chunks`.execute(kysely)
    await sql`analyze passage_terms`.execute(kysely)
    if (vectors) await sql`analyze chunk_embeddings`.execute(kysely)
    log.info('database.analyzed', { duration_ms: Math.round(performance.now() - analyzedAt) })
  }
  const lookQuietly = () =>
    look().catch((error: unknown) => {
      log.warn('database.statistics_stale', {
        reason: error instanceof Error ? error.message : 'unknown',
      })
    })
  const settle = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    running = running.then(lookQuietly)
    return running
  }
  return {
    noteChanged: (documents) => {
      changed += documents
      if (documents === 0) return
      const waitMs = Math.max(lookAfterMs, analyzedAt + pauseMs - performance.now())
      timer ??= setTimeout(() => void settle(), waitMs).unref()
    },
    settle,
  }
}

type State = {
  readonly documents: number
  readonly changed: number
  readonly may: boolean
  readonly autovacuum: boolean
  readonly vectors: boolean
}

/** A table that was never analysed counts as empty. */
const readState = sql<State>`
  select greatest(class.reltuples, 0)::float8 as documents,
    coalesce(pg_stat_get_mod_since_analyze(class.oid), 0)::float8 as changed,
    pg_has_role(class.relowner, 'usage') as may,
    current_setting('autovacuum')::boolean and current_setting('track_counts')::boolean
      and not exists (
        select from pg_options_to_table(class.reloptions)
        where option_name = 'autovacuum_enabled' and not option_value::boolean
      ) as autovacuum,
    to_regclass('chunk_embeddings') is not null as vectors
  from pg_class as class where class.oid = 'documents'::regclass
`
