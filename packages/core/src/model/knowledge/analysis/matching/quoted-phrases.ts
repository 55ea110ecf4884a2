import type { DocumentId } from '../../document.ts'
import type { AnalyzedQuery } from '../analyze-query.ts'
import { phraseFinder } from './phrase-finder.ts'
import { termsOf } from '../stems/terms.ts'

type Passage = { readonly documentId: DocumentId; readonly heading: string; readonly body: string }
type Titled = Passage & { readonly title: string; readonly externalId: string }

/** Looking for more would take as long as the search itself. */
const phrasesMax = 4
const wordsMax = 3

/**
 * The terms that a passage with one of the quoted phrases has: by phrase, for each of its longest words
 * the terms that the word may have.
 */
export const termsOfPhrases = ({
  phrases,
}: AnalyzedQuery): readonly (readonly (readonly string[])[])[] =>
  phrases.slice(0, phrasesMax).map((phrase) =>
    [...new Set(phrase)]
      .toSorted((left, right) => right.length - left.length)
      .slice(0, wordsMax)
      .map(termsOf),
  )

/** How many of the quoted phrases a document has in its title or passage. */
export function phrasesIn(
  { phrases }: AnalyzedQuery,
  { title, externalId, heading, body }: Titled,
): number {
  const [isInTitle, isInBody] = [
    phraseFinder(`${title}\n${externalId}`),
    phraseFinder(`${heading}\n${body}`),
  ]
  return phrases.filter((phrase) => isInTitle(phrase) || isInBody(phrase)).length
}

/**
 * Replaces the passage of each candidate that lacks a quoted phrase by another one of its document that has more of them:
 * the first with most. `read` returns the passages of documents that may.
 */
export async function withQuotedPhrases<Each extends Titled>(
  query: AnalyzedQuery,
  candidates: readonly Each[],
  read: (documents: readonly DocumentId[]) => Promise<readonly Passage[]>,
): Promise<readonly Each[]> {
  if (query.phrases.length === 0) return candidates
  const counts = new Map(candidates.map((each) => [each.documentId, phrasesIn(query, each)]))
  const lacking = [...counts].flatMap(([id, count]) => (count < query.phrases.length ? [id] : []))
  if (lacking.length === 0) return candidates
  const others = Map.groupBy(await read(lacking), ({ documentId }) => documentId)
  return candidates.map((candidate) => {
    let [best, most] = [candidate, counts.get(candidate.documentId)!]
    for (const passage of others.get(candidate.documentId) ?? []) {
      const other = { ...candidate, ...passage }
      const count = phrasesIn(query, other)
      if (count > most) [best, most] = [other, count]
    }
    return best
  })
}
