import type { Client } from 'pg'
import { groupOf, termOf, type Share } from './words.ts'

/**
 * The exact BM25 scores of the ten documents that `ken_search` finds first, as a share of those of the
 * ten best. Null if no visible document has a word.
 */
export async function exactShare(
  client: Client,
  words: readonly string[],
  share: Share,
): Promise<number | null> {
  const { rows } = await client.query<{ best: number | null; found: number | null }>(exactScores, [
    words.map(termOf),
    [groupOf(share)],
  ])
  const [row] = rows
  return row?.best ? (row.found ?? 0) / row.best : null
}

/** $1 terms, $2 readers. */
const exactScores = `
with passage as materialized (
  select document_id, array(
    select case when terms[width_bucket(term, terms)] = term then get_byte(impacts, width_bucket(term, terms) - 1) else 0 end
    from unnest($1::int[]) with ordinality as entry (term, number) order by number
  ) as impacts
  from passage_terms where (access && $2::text[]) is true
),
frequency as materialized (
  select number, count(*)::float8 as frequency
  from passage, unnest(impacts) with ordinality as entry (impact, number) where impact > 0 group by number
),
weight as materialized (
  select array_agg(ln(1 + (visible - coalesce(frequency, 0) + 0.5) / (coalesce(frequency, 0) + 0.5)) order by number) as weights
  from (select count(*)::float8 as visible from passage) as counted,
    generate_series(1, cardinality($1::int[])) as number left join frequency using (number)
),
scored as materialized (
  select document_id, (select sum(weight * impact) from unnest(weights, impacts) as entry (weight, impact)) as score
  from passage, weight
)
select
  (select sum(score) from (select score from scored order by score desc limit 10) as best) as best,
  (
    select sum(scored.score) from scored join (
      select document_id from ken_search(
        $1::int[], array(select generate_series(1, cardinality($1::int[]))), array_fill(null::int, array[cardinality($1::int[])]),
        array_fill(1, array[cardinality($1::int[])]), $2::text[], 50
      ) limit 10
    ) as found using (document_id)
  ) as found
`
