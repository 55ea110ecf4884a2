import type { AnalyzedQuery, Visibility } from '@ken/core/ports'
import { termId } from './indexed-passage.ts'

/** At least how many candidates are ranked by their text. */
const candidatesMin = 50

/**
 * Keyword search as one statement: see `ken_search`. $1 term ids, $2 the word of each, $3 the
 * spelling of each word or null, $4 how often each word is asked for, $5 readers, $6 principals, $7
 * sources or null, $8 limit. Compares the access-control list itself once more.
 */
export const findPassages = `
select document.id, document.external_id, document.title, document.url, document.source, document.updated_at,
  chunk.heading, chunk.body, found.score
from ken_search($1::int[], $2::int[], $3::int[], $4::int[], $5::text[], $8::int) as found
join documents as document on document.id = found.document_id
join document_chunks as chunk on chunk.document_id = found.document_id and chunk.ordinal = found.ordinal
where document.allowed && $6::text[] and ($7::text[] is null or document.source = any ($7::text[]))
order by found.score desc, document.id
`

/** The values of `findPassages`. */
export function passageValues({ words }: AnalyzedQuery, visibility: Visibility, limit: number) {
  const forms = words.flatMap(({ forms: all }, position) =>
    [...new Set(all.map(termId))].slice(0, formsMax).map((id) => ({ id, word: position + 1 })),
  )
  return [
    forms.map(({ id }) => id),
    forms.map(({ word }) => word),
    words.map(({ spelling }) => (spelling === null ? null : termId(spelling))),
    words.map(({ count }) => count),
    readersOf(visibility),
    visibility.principals,
    visibility.sources,
    Math.max(limit, candidatesMin),
  ]
}

/** Who a passage must allow: a principal, or a source and a principal. See `ken_access`. */
export const readersOf = ({ principals, sources }: Visibility): readonly string[] =>
  sources?.flatMap((source) => principals.map((principal) => `${source} ${principal}`)) ??
  principals

/** As many as `ken_search` compares. */
const formsMax = 5
