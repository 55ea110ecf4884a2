/**
 * Keyword search as one statement. $1 the folded query, $2 principals, $3 sources or null, $4
 * limit.
 *
 * All counts include only visible passages, so that invisible ones never change a score. A word
 * weighs ln(1 + matching passages / passages with the word): common words count little. Half of a
 * document's score is its best passage; the other half is, for each word, its best passage for that
 * word. So a passage with all words ranks first, and words spread over a long document still count.
 * Title, heading and text weigh 1, 0.7 and 0.4. The title is in every passage, so the passage to quote
 * is chosen by heading and text.
 *
 * No part joins two lists of matches: the planner underestimates them and would choose a nested
 * loop. Only the first 32 distinct words count, so that a pasted page costs no more.
 */
export const searchText = `
with content as (
  select lexeme as stem, positions[1] as place from unnest(to_tsvector('pg_catalog.english', $1))
),
query as materialized (
  select array(
    select stem from (
      select stem, place from content
      union all
      select lexeme, positions[1] from unnest(to_tsvector('ken_words', $1)) where not exists (select from content)
    ) as word
    order by place
    limit 32
  ) as stems
),
term as materialized (
  select stem, quote_literal(stem)::tsquery as query
  from query, unnest(stems) as stem
),
passage as materialized (
  select chunk.document_id, chunk.ordinal, chunk.words
  from document_chunks as chunk
  join documents as document on document.id = chunk.document_id
  where chunk.words @@ (select string_agg(query::text, ' | ')::tsquery from term)
    and document.allowed && $2::text[]
    and ($3::text[] is null or document.source = any($3::text[]))
),
occurrence as materialized (
  select passage.document_id, passage.ordinal, term.stem,
    ts_rank('{0.4, 0.4, 0.7, 1.0}', passage.words, term.query) / (0.5 + 0.1 * ln(1 + length(passage.words))) as rank,
    ts_rank('{0.4, 0.4, 0.7, 0.0}', passage.words, term.query) as quoted_rank
  from passage join term on passage.words @@ term.query
),
weight as materialized (
  select stem, ln(1 + (select count(*) from passage)::float8 / count(*)) as weight
  from occurrence group by stem
),
part as (
  select document_id, ordinal, rank * weight as part,
    sum(rank * weight) over (partition by document_id, ordinal) as passage_score,
    sum(quoted_rank * weight) over (partition by document_id, ordinal) as quoted_score,
    row_number() over (partition by document_id, stem order by rank desc, ordinal) as place
  from occurrence join weight using (stem)
),
top as materialized (
  select document_id,
    (array_agg(ordinal order by quoted_score desc, passage_score desc, ordinal))[1] as ordinal,
    (max(passage_score) + sum(part) filter (where place = 1)) / 2 / (select sum(weight) from weight) as score
  from part
  group by document_id
  order by score desc, document_id
  limit $4
)
select document.id as "documentId", document.title, document.url, document.source,
  document.updated_at as "updatedAt", chunk.heading, chunk.body, top.score
from top
join documents as document on document.id = top.document_id
join document_chunks as chunk on chunk.document_id = top.document_id and chunk.ordinal = top.ordinal
order by top.score desc, document.id
`
