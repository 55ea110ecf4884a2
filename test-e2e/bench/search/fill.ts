import { importDocuments, operator } from '@ken/core'
import { aDocument, newId } from '@ken/core/testing'
import { postgresPorts, type Database } from '@ken/postgres'
import type { Client } from 'pg'
import { documentOf, documentsWith } from './corpus.ts'

const batchSize = 250
/** One is analyzed while another is stored. */
const atOnce = 2

/**
 * Imports documents with about this many passages. The index of many is created after their rows: to add them to it one by
 * one would take most of the time, and the index would be the same.
 */
export async function fill(database: Database, client: Client, passages: number): Promise<void> {
  const isLarge = passages > 50_000
  const { rows } = await client.query<{ text: string }>(indexText)
  if (isLarge) await client.query('drop index passage_terms_cells')
  const count = documentsWith(passages)
  let next = 0
  const importSome = async () => {
    while (next < count) {
      const first = next
      next += batchSize
      const numbers = Array.from(
        { length: Math.min(batchSize, count - first) },
        (_, at) => first + at,
      )
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      await importBatch(database, numbers)
      if (first % 10_000 === 0) console.error(`stored ${first} of ${count} documents`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, importSome))
  if (isLarge) await client.query(rows[0]!.text)
  await postgresPorts(database, silentJobs).searchIndex.indexPending(1, null)
  await client.query('vacuum analyze documents, document_chunks, passage_terms, term_tiers')
}

export const silentJobs = () => ({}) as never

const indexText = `select pg_get_indexdef('passage_terms_cells'::regclass) as text`

async function importBatch(database: Database, numbers: readonly number[]): Promise<void> {
  const ports = { ...postgresPorts(database, silentJobs), ids: { newId } }
  await importDocuments(ports, {
    actor: operator,
    documents: numbers.map((number) => aDocument(documentOf(number))),
  })
}
