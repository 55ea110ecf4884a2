import { withSynonyms, type Synonyms } from '@ken/core'
import type { SearchIndex } from '@ken/core/ports'

/** A search index whose keyword search also finds what means the same as the words of a query. */
export const searchWithSynonyms = (index: SearchIndex, synonyms: Synonyms | null): SearchIndex =>
  synonyms === null
    ? index
    : {
        ...index,
        searchText: (query, ...rest) => index.searchText(withSynonyms(query, synonyms), ...rest),
      }
