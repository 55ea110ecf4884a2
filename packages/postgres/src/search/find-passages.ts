import type { AnalyzedQuery, Visibility } from '@ken/core/ports'
import { termId } from './indexed-passage.ts'
import { readersSql } from './readers.ts'

/** At least how many candidates are ranked by their text. */
const candidatesMin = 50

/**
 * Keyword search as one statement: see `ken_search`. $1 term ids, $2 the word of each, $3 the
 * spelling of each word or null, $4 how often each word is asked for, $5 principals, $6 sources or
 * null, $7 limit. Compares the access-control list itself once more.
 */
export const findPassages = `
select document.id, document.external_id, document.title, document.url, document.source, document.updated_at,
  chunk.heading, chunk.body, found.score
from ken_search($1::int[], $2::int[], $3::int[], $4::int[], ${readersSql('$5', '$6')}, $7::int) as found
join documents as document on document.id = found.document_id
join document_chunks as chunk on chunk.document_id = found.document_id and chunk.ordinal = found.ordinal
where document.allowed && $5::text[] and ($6::text[] is null or document.source = any ($6::text[]))
order by found.score desc, document.id
`

/** The values of `findPassages`. */
export function passageValues(
  { words }: AnalyzedQuery,
  { principals, sources }: Visibility,
  limit: number,
) {
  const forms = words.flatMap(({ forms: all }, position) =>
    [...new Set(all.map(termId))].slice(0, formsMax).map((id) => ({ id, word: position + 1 })),
  )
  return [
    forms.map(({ id }) => id),
    forms.map(({ word }) => word),
    words.map(({ spelling }) => (spelling === null ? null : termId(spelling))),
    words.map(({ count }) => count),
    principals,
    sources,
    Math.max(limit, candidatesMin),
  ]
}

/** As many as `ken_search` compares. */
const formsMax = 5
