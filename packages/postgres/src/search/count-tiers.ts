import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** With 100,000 passages, searches cost as much after a sample of 10,000 as after one of 50,000, which takes four times as long. */
const sampleSize = 20_000
/** Below, a search reads all passages of a word at once. */
const passagesMin = 2_000
const staleShare = 0.25

/**
 * Counts from a sample how many passages have each frequent term in each tier of impact, if the
 * number of passages changed by more than a quarter since the last count. Searches use it only to
 * choose how much to read at a time: it changes no result. With `mustCount` it counts in any case.
 * Returns whether it counted.
 */
export async function countTiers(
  kysely: Kysely<Tables>,
  { mustCount = false }: { readonly mustCount?: boolean } = {},
): Promise<boolean> {
  const { rows } = await sql<{ counted: number; now: number }>`
    select passages as counted, (select count(*) from passage_terms)::float8 as now from search_state
  `.execute(kysely)
  const [state] = rows
  if (state === undefined || state.now < passagesMin) return false
  const isStale = Math.abs(state.now - state.counted) > state.counted * staleShare
  if (!isStale && !mustCount) return false
  return kysely.transaction().execute(async (transaction) => {
    // Others count the same.
    const { rows: locks } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('ken:tiers:' || current_schema, 0)) as free
    `.execute(transaction)
    if (locks[0]?.free !== true) return false
    await sql`delete from term_tiers`.execute(transaction)
    await sql`
      with sample as materialized (
        select terms, impacts from passage_terms tablesample system (${Math.min(100, (100 * sampleSize) / state.now)})
      ),
      counted as (
        select term, 7 - width_bucket(get_byte(impacts, position::int - 1), '{116, 140, 160, 180, 200, 216, 232}'::int[]) as tier,
          count(*) as sampled
        from sample, unnest(terms) with ordinality as entry (term, position)
        group by term, tier
      ),
      frequent as (
        select term, array_agg(tier) as tiers, array_agg(sampled) as counts from counted
        group by term having sum(sampled) >= 4
      )
      insert into term_tiers (term, passages)
      select term, array(
        select (coalesce(sampled, 0) * ${state.now}::float8 / (select count(*) from sample))::int
        from generate_series(0, 7) as step
        left join unnest(tiers, counts) as entry (tier, sampled) on tier = step
        order by step
      )
      from frequent
    `.execute(transaction)
    await sql`update search_state set passages = ${state.now}`.execute(transaction)
    return true
  })
}
