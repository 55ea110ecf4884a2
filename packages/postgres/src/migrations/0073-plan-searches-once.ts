import { sql, type Kysely } from 'kysely'

/**
 * Plans searches once per connection. Before, PostgreSQL planned two statements for every search: the one in
 * `ken_search_all`, and the one that reads what `ken_search` finds. Both are now functions in PL/pgSQL, whose plans are
 * kept. The second is `ken_find`: it finds the passages, then reads each by its key, so the planner has no choice.
 * `ken_search_all` no longer copies each visible passage, and ends early if none has a word of the query.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function ken_search_all(
      forms int[], words int[], spellings int[], asked int[], readers text[], wanted int,
      out document_id uuid, out ordinal int, out score float8
    ) returns setof record language plpgsql stable rows 50
    set enable_seqscan = off set enable_indexscan = off
    set plan_cache_mode = force_generic_plan set work_mem = '16MB' set jit = off
    as $$
    #variable_conflict use_column
    declare
      visible float8;
      numbers tid[];
      documents uuid[];
      ordinals int[];
      hit_words int[];
      hit_impacts int[];
    begin
      -- Every passage that the reader sees and that has a word, or its spelling, which has a negative number.
      select array_agg(number), array_agg(document_id), array_agg(ordinal), array_agg(word), array_agg(impact)
      into numbers, documents, ordinals, hit_words, hit_impacts
      from (
        select number, document_id, ordinal, word, get_byte(impacts, width_bucket(form, terms) - 1) as impact
        from (
          select ctid as number, document_id, ordinal, terms, impacts
          from passage_terms where access && readers
        ) as passage cross join (
          select form, word from unnest(forms, words) as entry (form, word)
          union all
          select spelling, -word from unnest(spellings) with ordinality as entry (spelling, word)
          where spelling is not null
        ) as asked_form
        where terms[width_bucket(form, terms)] = form
        offset 0
      ) as found;
      if numbers is null then return; end if;
      visible := (select count(*) from passage_terms where access && readers);
      return query
      with hit as materialized (
        select number, document_id, ordinal, word, sum(impact) as impact
        from unnest(numbers, documents, ordinals, hit_words, hit_impacts) as entry (number, document_id, ordinal, word, impact)
        group by number, document_id, ordinal, word
      ),
      counted as materialized (select word, count(*)::float8 as frequency from hit group by word),
      weighed as materialized (
        select word, floor(1048576 * asked[abs(word)]
          * ln(1 + (visible - frequency + 0.5) / (frequency + 0.5))) / 1048576 as weight
        -- A word that no visible passage has is taken for a misspelled one.
        from counted where word > 0 or -word not in (select word from counted)
      )
      select document_id, ordinal, score / (255 * (select sum(weight) from weighed))
      from (
        select distinct on (document_id) document_id, ordinal, score
        from (
          select document_id, ordinal, sum(weight * impact) as score
          from hit join weighed using (word) group by number, document_id, ordinal
          having sum(weight * impact) > 0
        ) as scored
        order by document_id, score desc, ordinal
      ) as best
      order by score desc, document_id
      limit wanted;
    end
    $$
  `.execute(database)
  await sql`
    create function ken_find(
      forms int[], words int[], spellings int[], asked int[], principals text[], only_sources text[], wanted int
    ) returns table (
      id uuid, external_id text, title text, url text, source text, updated_at timestamptz,
      heading text, body text, score float8
    ) language plpgsql stable rows 50 set plan_cache_mode = force_generic_plan
    as $$
    #variable_conflict use_column
    declare
      readers text[] := principals;
    begin
      -- An empty knowledge base needs no search.
      if not exists (select from documents) then return; end if;
      if only_sources is not null then
        -- See ken_access: a narrowed search asks for pairs of a source and a principal.
        readers := array(
          select distinct source || ' ' || principal from source_principals
          where source = any (only_sources) and principal = any (principals)
        );
      end if;
      return query
        select document.id, document.external_id, document.title, document.url, document.source, document.updated_at,
          chunk.heading, chunk.body, found.score
        from ken_search(forms, words, spellings, asked, readers, wanted) as found
        cross join lateral (select * from documents where documents.id = found.document_id offset 0) as document
        cross join lateral (
          select * from document_chunks as passage
          where passage.document_id = found.document_id and passage.ordinal = found.ordinal
          offset 0
        ) as chunk
        -- Compares the access-control list itself once more.
        where document.allowed && principals and (only_sources is null or document.source = any (only_sources))
        order by found.score desc, document.id;
    end
    $$
  `.execute(database)
}
