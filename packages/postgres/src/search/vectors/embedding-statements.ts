/** The text that is embedded for a passage: title and heading give it context. */
const passageText = `concat_ws(E'\\n', document.title, nullif(chunk.heading, ''), chunk.body)`

/**
 * $1 the model, $2 limit, $3 and $4 the passage to continue after. Skips embedded passages by an
 * index-only scan, in a tenth of the time. Skips locked passages, so that it never waits while it
 * holds locks that others wait for; there are enough candidates for sixteen concurrent claims.
 */
export const claimUnembedded = `
with candidate as materialized (
  select chunk.document_id, chunk.ordinal
  from document_chunks as chunk
  where (chunk.document_id, chunk.ordinal) > ($3::uuid, $4::int)
    and not exists (
      select from chunk_embeddings as embedding
      where embedding.document_id = chunk.document_id and embedding.ordinal = chunk.ordinal and embedding.model = $1
    )
    and not exists (
      select from embedding_claims as claim
      where claim.document_id = chunk.document_id and claim.ordinal = chunk.ordinal and claim.model = $1
        and claim.due_at > now()
    )
  order by chunk.document_id, chunk.ordinal
  limit $2 * 16
),
pending as (
  select chunk.document_id, chunk.ordinal, ${passageText} as text
  from candidate
  join document_chunks as chunk using (document_id, ordinal)
  join documents as document on document.id = chunk.document_id
  order by chunk.document_id, chunk.ordinal
  limit $2
  for no key update of chunk skip locked
),
claimed as (
  insert into embedding_claims as claim (document_id, ordinal, model, due_at)
  select document_id, ordinal, $1, now() + interval '2 minutes' from pending order by document_id, ordinal
  on conflict (document_id, ordinal, model) do update set due_at = excluded.due_at
  where claim.due_at <= now()
  returning document_id, ordinal
)
select pending.document_id, pending.ordinal, pending.text
from pending
join claimed using (document_id, ordinal)
order by document_id, ordinal
`

/**
 * The passages of $2 that are unchanged since they were read. Compares the text and locks the
 * document, so that no vector outlives its passage. Locks documents in the same order as imports,
 * so that they never deadlock.
 */
const current = `
with read as (
  select * from jsonb_to_recordset($2::jsonb) as read (document_id uuid, ordinal int, text text, embedding text)
),
locked as materialized (
  select id, title from documents
  where id in (select document_id from read)
  order by source collate "C", external_id collate "C"
  for share
),
passage as (
  select chunk.document_id, chunk.ordinal, read.embedding
  from read
  join locked as document on document.id = read.document_id
  join document_chunks as chunk on chunk.document_id = read.document_id and chunk.ordinal = read.ordinal
  where ${passageText} = read.text
  order by chunk.document_id, chunk.ordinal
)`

export const storeEmbeddings = `${current}
insert into chunk_embeddings (document_id, ordinal, model, embedding)
select document_id, ordinal, $1, embedding::vector from passage
on conflict (document_id, ordinal, model) do update set embedding = excluded.embedding
`

/**
 * $1 the model, $2 limit, $3 and $4 the passage to continue after. Locks documents as an import does,
 * before the vectors that are deleted with their passages.
 */
export const deleteVectors = `
with place as materialized (
  select document_id, ordinal from chunk_embeddings
  where model = $1 and (document_id, ordinal) > ($3::uuid, $4::int)
  order by document_id, ordinal
  limit $2
),
locked as materialized (
  select id from documents
  where id in (select document_id from place)
  order by source collate "C", external_id collate "C"
  for share
),
held as materialized (
  select embedding.document_id, embedding.ordinal
  from chunk_embeddings as embedding
  join place using (document_id, ordinal)
  join locked on locked.id = document_id
  where embedding.model = $1
  order by embedding.document_id, embedding.ordinal
  for update of embedding
),
deleted as (
  delete from chunk_embeddings where model = $1 and (document_id, ordinal) in (select document_id, ordinal from held)
)
select document_id, ordinal from place order by document_id, ordinal
`

export const listDimensions = `
select distinct vector_dims(embedding) as dimensions
from (select embedding from chunk_embeddings where model = $1 limit 10000) as stored
order by dimensions
`

export const postponeRefused = `${current}
insert into embedding_claims as claim (document_id, ordinal, model, refusals, due_at)
select document_id, ordinal, $1, 1, now() + interval '1 hour' from passage
on conflict (document_id, ordinal, model) do update
set refusals = claim.refusals + 1,
  due_at = now() + least(interval '1 hour' * power(2, least(claim.refusals, 10)), interval '7 days')
`

/** $1 the model, $2 limit. Those that others hold are skipped. */
export const deleteRefusals = `
with held as materialized (
  select document_id, ordinal from embedding_claims
  where model = $1 and refusals > 0
  limit $2
  for update skip locked
)
delete from embedding_claims where model = $1 and (document_id, ordinal) in (select * from held)
returning 1
`

/** In the order of claims, so that the two never deadlock. */
export const releaseClaims = `
with held as materialized (
  select document_id, ordinal from embedding_claims
  where model = $1
    and (document_id, ordinal) in (select * from jsonb_to_recordset($2::jsonb) as read (document_id uuid, ordinal int))
  order by document_id, ordinal
  for update
)
delete from embedding_claims where model = $1 and (document_id, ordinal) in (select * from held)
`
