import type { AnalyzedQuery, Visibility } from '@ken/core/ports'
import { termId } from './indexed-passage.ts'

/** At least how many candidates are ranked by their text. */
const candidatesMin = 50

/**
 * Keyword search as one statement: see `ken_find`. $1 term ids, $2 the word of each, $3 the spelling
 * of each word or null, $4 how often each word is asked for, $5 principals, $6 sources or null, $7
 * limit.
 */
export const findPassages = `
select id as "documentId", external_id as "externalId", title, url, source, updated_at as "updatedAt", heading, body, score
from ken_find($1::int[], $2::int[], $3::int[], $4::int[], $5::text[], $6::text[], $7::int)
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
  ] as const
}

/** As many as `ken_search` compares. */
const formsMax = 5
