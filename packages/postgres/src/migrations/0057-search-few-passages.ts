import { sql, type Kysely } from 'kysely'

/**
 * Searches few passages faster: sorts numbers, not passages. Weights are multiples of 2^-20, so that
 * sums are exact and equal in any order.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function ken_search_all(
      forms int[], words int[], spellings int[], asked int[], readers text[], wanted int,
      out document_id uuid, out ordinal int, out score float8
    ) returns setof record language sql stable rows 50
    set enable_seqscan = off set enable_indexscan = off set work_mem = '16MB' set jit = off
    as $$
      with passage as materialized (
        select row_number() over () as number, document_id, ordinal, terms, impacts
        from passage_terms where access && readers
      ),
      asked_form as materialized (
        select form, word from unnest(forms, words) as entry (form, word)
        union all
        select spelling, -word from unnest(spellings) with ordinality as entry (spelling, word)
        where spelling is not null
      ),
      hit as materialized (
        select number, word, sum(impact) as impact
        from (
          select number, word, get_byte(impacts, width_bucket(form, terms) - 1) as impact
          from passage cross join asked_form
          where terms[width_bucket(form, terms)] = form
          offset 0
        ) as found
        group by number, word
      ),
      counted as materialized (select word, count(*)::float8 as frequency from hit group by word),
      weighed as materialized (
        select word, floor(1048576 * asked[abs(word)]
          * ln(1 + ((select count(*) from passage) - frequency + 0.5) / (frequency + 0.5))) / 1048576 as weight
        -- A word that no visible passage has is taken for a misspelled one.
        from counted where word > 0 or -word not in (select word from counted)
      ),
      scored as materialized (
        select number, sum(weight * impact) as score from hit join weighed using (word) group by number
      )
      select document_id, ordinal, score / (255 * (select sum(weight) from weighed))
      from (
        select distinct on (document_id) document_id, ordinal, score
        from (
          select document_id, ordinal, score from scored join passage using (number) where score > 0 offset 0
        ) as scored_passage
        order by document_id, score desc, ordinal
      ) as best
      order by score desc, document_id
      limit wanted
    $$
  `.execute(database)
}
