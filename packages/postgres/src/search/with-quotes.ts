import {
  quote,
  quoteBelow,
  wordPresence,
  type AnalyzedQuery,
  type DocumentId,
  type Quote,
  type Source,
  type Visibility,
} from '@ken/core/ports'
import type { Query } from '../database.ts'

export type SearchResultRow = {
  documentId: DocumentId
  title: string
  url: string
  source: Source
  updatedAt: Date | null
  heading: string
  body: string
  score: number
}

export type CandidateRow = SearchResultRow & { readonly externalId: string }

type PassageRow = Omit<SearchResultRow, 'score'>

export type QuotedRow = SearchResultRow & { readonly quote: Quote }

/** Passages that are read to find better ones to quote, the same number for each document. */
const passagesReadMax = 500

/**
 * Checks the permissions again, because they may have changed since the search. The document may be
 * another version by now, too, so that a passage is read with all that is shown of it.
 */
const readPassages = `
select document.id as "documentId", document.title, document.url, document.source,
  document.updated_at as "updatedAt", chunk.heading, chunk.body
from documents as document cross join lateral (
  select ordinal, heading, body from document_chunks where document_id = document.id order by ordinal limit $4
) as chunk
where document.id = any ($1::uuid[])
  and document.allowed && $2::text[] and ($3::text[] is null or document.source = any ($3::text[]))
order by document.id, chunk.ordinal
`

/**
 * Quotes each passage below its heading, or, if only its heading matches, the first one below this heading. If only the
 * title matches, it quotes the passage of the same document with the most words of the query. If none has one, it quotes
 * the first passage.
 */
export async function withQuotes(
  searchQuery: Query,
  query: AnalyzedQuery,
  visibility: Visibility,
  rows: readonly CandidateRow[],
): Promise<readonly QuotedRow[]> {
  const quoted = rows.map((row) => ({ ...row, quote: quote(query, row.body) }))
  const shown = await bestQuoted(searchQuery, query, visibility, quoted)
  return shown.map((row) => ({ ...row, quote: quoteBelow(query, row, row.quote) }))
}

/** Instead of those without marks, the best passages of their documents. */
async function bestQuoted(
  searchQuery: Query,
  query: AnalyzedQuery,
  { principals, sources }: Visibility,
  quoted: readonly QuotedRow[],
): Promise<readonly QuotedRow[]> {
  const unmarked = quoted.filter((row) => row.quote.marks.length === 0)
  if (unmarked.length === 0) return quoted
  const headings = new Map(
    unmarked
      .filter(({ heading }) => quote(query, heading).marks.length > 0)
      .map(({ documentId, heading }) => [documentId, heading]),
  )
  const limit = Math.ceil(passagesReadMax / unmarked.length)
  const values = [unmarked.map(({ documentId }) => documentId), principals, sources, limit]
  const others = await searchQuery<PassageRow>('read_passages', readPassages, values)
  const best = new Map<string, PassageRow & Pick<QuotedRow, 'quote'>>()
  const mayMatch = wordPresence(query)
  for (const row of others) {
    const known = best.get(row.documentId)
    const heading = headings.get(row.documentId)
    if (heading !== undefined && (known !== undefined || row.heading !== heading)) continue
    if (known !== undefined && !mayMatch(row.body)) continue
    const other = quote(query, row.body)
    if (known === undefined || other.marks.length > known.quote.marks.length)
      best.set(row.documentId, { ...row, quote: other })
  }
  return quoted.map((row) => ({ ...row, ...best.get(row.documentId) }))
}
