import { analyzeDocument, foldText, type SearchIndexWriter } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import type { Tables } from '../tables.ts'
import { isIndexComplete } from './is-index-complete.ts'
import { passagesPerStatement } from './restrict-passages.ts'
import { indexedPassage, type PassageRow } from './indexed-passage.ts'

export const postgresSearchIndexWriter = (
  transaction: Transaction<Tables>,
  noteDocuments: (count: number) => void,
): SearchIndexWriter => ({
  async replace(documents) {
    if (documents.length === 0) return
    noteDocuments(documents.length)
    const ids = documents.map(({ id }) => id)
    await sql`delete from passage_terms where document_id = any(${ids}::uuid[])`.execute(
      transaction,
    )
    await sql`select ken_remove_passages(${ids}::uuid[])`.execute(transaction)

    const isComplete = await isIndexComplete(transaction)
    const rows = documents.flatMap((document) =>
      document.chunks.map((chunk, ordinal) => ({
        document_id: document.id,
        ordinal,
        heading: chunk.heading,
        body: chunk.text,
        ...(isComplete ? {} : foldedWords(document, ordinal)),
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
    for await (const part of passagesOf(documents)) await insertPassages(transaction, part)
  },
})

type IndexedText = Parameters<SearchIndexWriter['replace']>[0][number]

/** Until the documents of earlier versions are in the index, searches use `words`. */
function foldedWords({ externalId, title, chunks }: IndexedText, ordinal: number) {
  const { heading, text } = chunks[ordinal]!
  return {
    title_words: foldText(title),
    heading_words: foldText(ordinal === 0 ? `${externalId} ${heading}` : heading),
    body_words: foldText(text),
  }
}

/** How long the analysis of passages keeps the event loop. */
const stepMs = 10
/** How long a transaction waits for the analysis. The server ends one that waits for 25 seconds. */
const partMs = 2_000

/**
 * The rows of the passages of these documents, those of each statement together. Analyzes a part when it is asked for. Other
 * work of the process goes on meanwhile. If that takes most of the time, the parts are shorter.
 */
export async function* passagesOf(
  documents: Iterable<IndexedText>,
): AsyncGenerator<readonly PassageRow[]> {
  let rows: PassageRow[] = []
  let begun = performance.now()
  let asked = begun
  for (const { id, externalId, title, chunks } of documents) {
    let ordinal = 0
    for (const terms of analyzeDocument({ title, externalId, passages: chunks })) {
      rows.push(indexedPassage(id, ordinal, terms))
      ordinal += 1
      const now = performance.now()
      const isFull = rows.length === passagesPerStatement || now - asked > partMs
      if (!isFull && now - begun < stepMs) continue
      await setImmediate()
      if (isFull) {
        yield rows
        rows = []
        asked = performance.now()
      }
      begun = performance.now()
    }
  }
  if (rows.length > 0) yield rows
}

/** Ignores passages that are in the index. */
export async function insertPassages(
  transaction: Transaction<Tables>,
  rows: readonly PassageRow[],
): Promise<void> {
  await sql`${newPassages(rows)} on conflict do nothing`.execute(transaction)
}

/** Writes only passages that are not in the index or differ. */
export async function rewritePassages(
  transaction: Transaction<Tables>,
  rows: readonly PassageRow[],
): Promise<void> {
  await sql`
    ${newPassages(rows)}
    on conflict (document_id, ordinal) do update set
      place = excluded.place, level = excluded.level, access = excluded.access,
      terms = excluded.terms, impacts = excluded.impacts
    where (passage_terms.place, passage_terms.level, passage_terms.access, passage_terms.terms, passage_terms.impacts)
      is distinct from (excluded.place, excluded.level, excluded.access, excluded.terms, excluded.impacts)
  `.execute(transaction)
}

const newPassages = (rows: readonly PassageRow[]) => sql`
  insert into passage_terms (document_id, ordinal, place, level, access, terms, impacts)
  select id, ordinal, place, level, ken_access(source, allowed, level), terms::int[], impacts::bytea
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as passage
    ("documentId" uuid, ordinal int, place int, level int, terms text, impacts text)
  join documents on documents.id = passage."documentId"
`
