import type { Client } from 'pg'

/** A keyword search as `ken_search` takes it. */
export type Asked = {
  readonly forms: readonly number[]
  /** The word of each form, from 1. */
  readonly words: readonly number[]
  readonly spellings: readonly (number | null)[]
  /** How often each word is asked for. */
  readonly asked: readonly number[]
  readonly readers: readonly string[]
}

/**
 * The exact BM25 scores of the ten documents that `ken_search` finds first, as a share of those of the
 * ten best. Null if no visible document has a word.
 */
export async function exactShare(
  client: Client,
  { forms, words, spellings, asked, readers }: Asked,
): Promise<number | null> {
  const values = [forms, words, spellings, asked, readers]
  const { rows } = await client.query<{ best: number | null; found: number | null }>(
    exactScores,
    values,
  )
  const [row] = rows
  return row?.best ? (row.found ?? 0) / row.best : null
}

/**
 * $1 forms, $2 the word of each, $3 spellings, $4 how often each word is asked for, $5 readers. The spellings come after all
 * words, and count if no visible passage has their word.
 */
const exactScores = `
with passage as materialized (
  select document_id, array(
    select max(
      case when terms[width_bucket(form, terms)] = form then get_byte(impacts, width_bucket(form, terms) - 1) else 0 end
    )
    from (
      select form, word from unnest($1::int[], $2::int[]) as entry (form, word)
      union all
      select spelling, cardinality($4::int[]) + word from unnest($3::int[]) with ordinality as entry (spelling, word)
    ) as entry
    group by word order by word
  ) as impacts
  from passage_terms where (access && $5::text[]) is true
),
frequency as materialized (
  select word, count(*)::float8 as frequency
  from passage, unnest(impacts) with ordinality as entry (impact, word) where impact > 0 group by word
),
weight as materialized (
  select array_agg(case
    when frequency is null or word - cardinality($4::int[]) in (select word from frequency) then 0
    else (($4::int[] || $4::int[])[word]) * ln(1 + (visible - frequency + 0.5) / (frequency + 0.5))
  end order by word) as weights
  from (select count(*)::float8 as visible from passage) as counted,
    generate_series(1, 2 * cardinality($4::int[])) as word left join frequency using (word)
),
scored as materialized (
  select document_id, max((select sum(weight * impact) from unnest(weights, impacts) as entry (weight, impact))) as score
  from passage, weight group by document_id
)
select
  (select sum(score) from (select score from scored order by score desc limit 10) as best) as best,
  (
    select sum(scored.score)
    from scored join (
      select document_id from ken_search($1::int[], $2::int[], $3::int[], $4::int[], $5::text[], 50) limit 10
    ) as found using (document_id)
  ) as found
`
