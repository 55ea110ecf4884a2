import { sql, type Kysely } from 'kysely'

/** What `ken_search` uses in the next migration: reading passages by their cells, and reading all of them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Visible passages with one of the cells, and one of `company` unless that is null. Two ways to
  // apply the permissions: in the index, or to each row. Inlined where no argument is
  // a subquery, so that only one branch is planned as a scan of the index.
  await sql`
    create function ken_read(cells bigint[], company bigint[], readers text[], is_narrow boolean)
    returns table (at tid, place int, document_id uuid, ordinal int, terms int[], impacts bytea)
    language sql stable as $$
      select ctid, place, document_id, ordinal, terms, impacts from passage_terms
      where is_narrow and company is null
        and ken_cells(terms, impacts, level) && cells and access && readers
      union all
      select ctid, place, document_id, ordinal, terms, impacts from passage_terms
      where not is_narrow and company is null
        and ken_cells(terms, impacts, level) && cells and (access && readers) is true
      union all
      select ctid, place, document_id, ordinal, terms, impacts from passage_terms
      where is_narrow and company is not null
        and ken_cells(terms, impacts, level) && cells and ken_cells(terms, impacts, level) && company
        and access && readers
      union all
      select ctid, place, document_id, ordinal, terms, impacts from passage_terms
      where not is_narrow and company is not null
        and ken_cells(terms, impacts, level) && cells and ken_cells(terms, impacts, level) && company
        and (access && readers) is true
    $$
  `.execute(database)
  // For readers of few passages: reads each of them once.
  await sql`
    create function ken_search_all(
      forms int[], words int[], spellings int[], asked int[], readers text[], wanted int,
      out document_id uuid, out ordinal int, out score float8
    ) returns setof record language sql stable rows 50
    set enable_seqscan = off set enable_indexscan = off set work_mem = '16MB' set jit = off
    as $$
      with passage as materialized (
        select document_id, ordinal, terms, impacts from passage_terms where access && readers
      ),
      asked_form as materialized (
        select form, word from unnest(forms, words) as entry (form, word)
        union all
        select spelling, -word from unnest(spellings) with ordinality as entry (spelling, word)
        where spelling is not null
      ),
      hit as materialized (
        select document_id, ordinal, word,
          sum(get_byte(impacts, width_bucket(form, terms) - 1)) as impact
        from passage cross join asked_form
        where terms[width_bucket(form, terms)] = form
        group by document_id, ordinal, word
      ),
      counted as materialized (select word, count(*)::float8 as frequency from hit group by word),
      -- A word that no visible passage has is taken for a misspelled one.
      weighed as materialized (
        select word, asked[abs(word)]
          * ln(1 + ((select count(*) from passage) - frequency + 0.5) / (frequency + 0.5)) as weight
        from counted where word > 0 or -word not in (select word from counted)
      ),
      scored as (
        select document_id, ordinal, sum(weight * impact order by abs(word)) as score
        from hit join weighed using (word) group by document_id, ordinal
      )
      select document_id, ordinal, score / (255 * (select sum(weight order by abs(word)) from weighed))
      from (
        select distinct on (document_id) document_id, ordinal, score
        from scored order by document_id, score desc, ordinal
      ) as best
      where score > 0
      order by score desc, document_id
      limit wanted
    $$
  `.execute(database)
}
