/**
 * The lexical leg as one statement. $1 the folded query, $2 principals, $3 sources or null, $4 limit.
 *
 * Everything is counted over visible passages alone, so nothing invisible moves a score. A word weighs
 * ln(1 + matching passages / passages with the word): common words say little. A document scores half by
 * its best passage and half by the best it has for each word, so that one passage with all the words wins
 * and words spread over a long document still count. Title, heading and text weigh 1, 0.7 and 0.4.
 */
export const searchText = `
with query as materialized (
  select coalesce(
    nullif(tsvector_to_array(to_tsvector('pg_catalog.english', $1)), '{}'),
    tsvector_to_array(to_tsvector('ken_words', $1))
  ) as stems
),
term as materialized (
  select stem, quote_literal(stem)::tsquery as query
  from query, unnest(stems[1:32]) as stem
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
    ts_rank('{0.4, 0.4, 0.7, 1.0}', passage.words, term.query) / (0.5 + 0.1 * ln(1 + length(passage.words))) as rank
  from passage join term on passage.words @@ term.query
),
weight as materialized (
  select stem, ln(1 + (select count(*) from passage)::float8 / count(*)) as weight
  from occurrence group by stem
),
best_passage as (
  select distinct on (document_id) document_id, ordinal, sum(rank * weight) as score
  from occurrence join weight using (stem)
  group by document_id, ordinal
  order by document_id, score desc, ordinal
),
coverage as (
  select document_id, sum(rank * weight) as score
  from (select document_id, stem, max(rank) as rank from occurrence group by document_id, stem) as best
  join weight using (stem)
  group by document_id
),
top as materialized (
  select document_id, ordinal,
    (best_passage.score + coverage.score) / 2 / (select sum(weight) from weight) as score
  from best_passage join coverage using (document_id)
  order by score desc, document_id
  limit $4
)
select document.id, document.title, document.url, document.source, chunk.body, top.score,
  (select stems from query) as stems
from top
join documents as document on document.id = top.document_id
join document_chunks as chunk on chunk.document_id = top.document_id and chunk.ordinal = top.ordinal
order by top.score desc, document.id
`

/**
 * The vector leg as one statement: exact, over the visible passages. $1 the vector, $2 its model, $3
 * principals, $4 sources or null, $5 limit.
 */
export const searchVector = `
with nearest as (
  select distinct on (embedding.document_id) embedding.document_id, embedding.ordinal,
    embedding.embedding <=> $1::vector as distance
  from chunk_embeddings as embedding
  join documents as document on document.id = embedding.document_id
  where embedding.model = $2
    and vector_dims(embedding.embedding) = vector_dims($1::vector)
    and document.allowed && $3::text[]
    and ($4::text[] is null or document.source = any($4::text[]))
  order by embedding.document_id, distance, embedding.ordinal
)
select document.id, document.title, document.url, document.source, chunk.body, 1 - nearest.distance as score,
  '{}'::text[] as stems
from nearest
join documents as document on document.id = nearest.document_id
join document_chunks as chunk on chunk.document_id = nearest.document_id and chunk.ordinal = nearest.ordinal
order by nearest.distance, document.id
limit $5
`
