import {
  termsOfPhrases,
  type AnalyzedQuery,
  type DocumentId,
  type Visibility,
} from '@ken/core/ports'
import { termId } from './indexed-passage.ts'

/** How many rows of the index a search may look at for phrases; documents share them. */
const rowsMax = 2_000
/** How many passages are read. */
const passagesMax = 200

/**
 * The passages of some documents that have all words of a phrase, the first of each document before the second of any. $1
 * documents, $2 term ids, $3 the word of each, $4 the phrase of each, $5 how many words each phrase has, $6 rows per
 * document, $7 principals, $8 sources or null, $9 limit.
 * Checks the permissions again, because they may have changed since the search, and reads all that is shown, because
 * the document may be another version by now.
 */
export const findPhrases = `
with found as (
  select document.id, document.external_id, document.title, document.url, document.source, document.updated_at,
    passage.ordinal, row_number() over (partition by document.id order by passage.ordinal) as turn
  from documents as document
  cross join lateral (
    select * from passage_terms where document_id = document.id order by document_id, ordinal limit $6
  ) as passage
  where document.id = any ($1::uuid[])
    and document.allowed && $7::text[] and ($8::text[] is null or document.source = any ($8::text[]))
    and exists (
      select from unnest($2::int[], $3::int[], $4::int[]) as entry (form, word, phrase)
      where passage.terms[width_bucket(form, passage.terms)] = form
      group by phrase
      having count(distinct word) = ($5::int[])[phrase]
    )
  order by turn, array_position($1::uuid[], document.id)
  limit $9
)
select found.id as "documentId", external_id as "externalId", title, url, source, updated_at as "updatedAt",
  chunk.heading, chunk.body
from found join document_chunks as chunk on chunk.document_id = found.id and chunk.ordinal = found.ordinal
order by found.turn
`

/** The values of `findPhrases`. */
export function phraseValues(
  query: AnalyzedQuery,
  documents: readonly DocumentId[],
  { principals, sources }: Visibility,
) {
  const phrases = termsOfPhrases(query)
  const forms = phrases.flatMap((words, phrase) =>
    words.flatMap((terms, word) =>
      terms.map((term) => ({ id: termId(term), word, phrase: phrase + 1 })),
    ),
  )
  return [
    documents,
    forms.map(({ id }) => id),
    forms.map(({ word }) => word),
    forms.map(({ phrase }) => phrase),
    phrases.map(({ length }) => length),
    Math.floor(rowsMax / documents.length),
    principals,
    sources,
    passagesMax,
  ]
}
