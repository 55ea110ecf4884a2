import { foldText, type SearchIndexWriter } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

export const postgresSearchIndexWriter = (
  transaction: Transaction<Tables>,
  noteDocuments: (count: number) => void,
): SearchIndexWriter => ({
  async replace(documents) {
    if (documents.length === 0) return
    noteDocuments(documents.length)
    const ids = documents.map(({ id }) => id)
    await sql`delete from document_chunks where document_id = any(${ids}::uuid[])`.execute(
      transaction,
    )

    const rows = documents.flatMap(({ id, externalId, title, chunks }) =>
      chunks.map((chunk, ordinal) => ({
        document_id: id,
        ordinal,
        heading: chunk.heading,
        body: chunk.text,
        title_words: foldText(title),
        heading_words: foldText(ordinal === 0 ? `${externalId} ${chunk.heading}` : chunk.heading),
        body_words: foldText(chunk.text),
      })),
    )
    await sql`
      insert into document_chunks (document_id, ordinal, heading, body, words)
      select document_id, ordinal, heading, body,
        setweight(to_tsvector('ken_words', title_words), 'A')
          || setweight(to_tsvector('ken_words', heading_words), 'B')
          || to_tsvector('ken_words', body_words)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as chunk
        (document_id uuid, ordinal int, heading text, body text, title_words text, heading_words text, body_words text)
    `.execute(transaction)
  },
})
