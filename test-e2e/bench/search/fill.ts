import { importDocuments, operator } from '@ken/core'
import { impactOf } from '@ken/core/ports'
import { aDocument, newId } from '@ken/core/testing'
import { postgresPorts, type Database } from '@ken/postgres'
import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { someGroups, someWord, termOf, type Random } from './words.ts'

const importedMax = 50_000
const batchSize = 500

/**
 * Stores documents of one passage with 60 to 200 words. Up to 50,000 are imported. More would take an
 * hour: their rows are written by SQL, with terms and impacts as the import computes them.
 */
export async function fill(
  database: Database,
  client: Client,
  count: number,
  random: Random,
): Promise<void> {
  const isImported = count <= importedMax
  const { rows } = await client.query<{ text: string }>(indexText)
  if (!isImported) await client.query('drop index passage_terms_cells')
  for (let first = 0; first < count; first += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, count - first) }, (_, at) =>
      someDocument(first + at, random),
    )
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    await (isImported ? importBatch(database, batch) : insertBatch(client, batch))
    if (first % 50_000 === 0) console.error(`stored ${first} of ${count}`)
  }
  if (!isImported) await client.query(rows[0]!.text)
  await postgresPorts(database, silentJobs).searchIndex.indexPending(1, null)
  await client.query('vacuum analyze documents, document_chunks, passage_terms, term_tiers')
}

export const silentJobs = () => ({}) as never

const indexText = `select pg_get_indexdef('passage_terms_cells'::regclass) as text`

type BenchDocument = ReturnType<typeof someDocument>

const someDocument = (number: number, random: Random) => ({
  externalId: `page-${number}`,
  title: someWord(random),
  words: Array.from({ length: 60 + Math.floor(random() * 140) }, () => someWord(random)),
  allowed: someGroups(random),
})

async function importBatch(database: Database, documents: readonly BenchDocument[]): Promise<void> {
  const ports = { ...postgresPorts(database, silentJobs), ids: { newId } }
  await importDocuments(ports, {
    actor: operator,
    documents: documents.map(({ externalId, title, words, allowed }) =>
      aDocument({
        externalId,
        title,
        body: words.join(' '),
        allowed,
      }),
    ),
  })
}

async function insertBatch(client: Client, documents: readonly BenchDocument[]): Promise<void> {
  await client.query(insertPassages, [JSON.stringify(documents.map(toRow))])
}

function toRow({ externalId, title, words, allowed }: BenchDocument) {
  const frequencies = new Map([[termOf(title), 2]])
  for (const word of words) frequencies.set(termOf(word), (frequencies.get(termOf(word)) ?? 0) + 1)
  const sorted = [...frequencies].toSorted(([left], [right]) => left - right)
  const impacts = sorted.map(([, frequency]) => impactOf(frequency, words.length + 1))
  const place = randomBytes(4).readUInt32BE() >>> 1
  return {
    id: newId(),
    externalId,
    title,
    body: words.join(' '),
    allowed: `{${allowed.join()}}`,
    place,
    level: Math.min(11, Math.clz32(place) - 1),
    terms: `{${sorted.map(([term]) => term).join()}}`,
    impacts: `\\x${Buffer.from(impacts).toString('hex')}`,
  }
}

const insertPassages = `
with passage as materialized (
  select * from jsonb_to_recordset($1::jsonb) as passage (
    id uuid, "externalId" text, title text, body text, allowed text, place int, level int, terms text, impacts text
  )
),
stored as (
  insert into documents (id, source, external_id, title, url, body, allowed)
  select id, 'notes', "externalId", title, 'https://notes.example.com', '', allowed::text[] from passage
),
chunks as (
  insert into document_chunks (document_id, ordinal, heading, body) select id, 0, '', body from passage
)
insert into passage_terms (document_id, ordinal, place, level, access, terms, impacts)
select id, 0, place, level, ken_access('notes', allowed::text[], level), terms::int[], impacts::bytea from passage
`
