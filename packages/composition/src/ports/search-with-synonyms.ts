import { withStandardSynonyms, withSynonyms, type Synonyms } from '@ken/core'
import type { SearchIndex } from '@ken/core/ports'

/**
 * A search index whose keyword search also finds what means the same as the words of a query: for the organization, and
 * the usual abbreviations.
 */
export function searchWithSynonyms(index: SearchIndex, own: Synonyms | null): SearchIndex {
  const synonyms = withStandardSynonyms(own)
  return {
    ...index,
    searchText: (query, ...rest) => index.searchText(withSynonyms(query, synonyms), ...rest),
  }
}
