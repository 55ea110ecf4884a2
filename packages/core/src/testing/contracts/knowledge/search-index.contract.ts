import { describe } from 'vitest'
import { racesNote, testIn, type SuiteOptions } from '../contract-suite.ts'
import { embedding } from './search-index-embedding.contract.ts'
import { languages } from './search-index-languages.contract.ts'
import { races } from './search-index-races.contract.ts'
import { ranking } from './search-index-ranking.contract.ts'
import { rebuild } from './search-index-rebuild.contract.ts'
import { snippets } from './search-index-snippets.contract.ts'
import { vectors, withoutVectors } from './search-index-vectors.contract.ts'
import { visibility } from './search-index-visibility.contract.ts'
import { words } from './search-index-words.contract.ts'
import type { SearchWorld } from '../../builders/search-world.ts'

/**
 * What every `SearchIndex` with its `SearchIndexWriter` must do. `open` returns a fresh, empty
 * world for each test. `vectors` says whether this world supports them; the index must agree.
 */
export function searchIndexContract(
  name: string,
  open: () => Promise<SearchWorld>,
  options: SuiteOptions & { readonly vectors: boolean },
) {
  const test = testIn(open)
  describe(`SearchIndex contract: ${name}${racesNote(options)}${options.vectors ? '' : ' (without vectors)'}`, () => {
    words(test)
    languages(test)
    ranking(test)
    snippets(test)
    visibility(test, options)
    rebuild(test)
    if (options.vectors) vectors(test)
    else withoutVectors(test)
    if (options.vectors) embedding(test, { races: options.races ?? true })
    if (options.races ?? true) races(test)
  })
}
