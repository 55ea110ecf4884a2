import type { AccountId } from '../model/accounts/account.ts'
import type { Ports, Visibility } from '../ports/index.ts'
import { SearchTimeout } from '../ports/platform/unavailable.ts'
import { err, ok, type Result } from '../model/result.ts'
import { fuse, type SearchAnswer } from '../model/knowledge/search-result.ts'
import { parseSource, type Source } from '../model/knowledge/document.ts'
import type {
  SearchesTooMany,
  SearchInvalid,
  SearchTimedOut,
} from '../model/knowledge/knowledge-errors.ts'
import { withinSearchLimits } from './within-search-limits.ts'

export type Search = {
  /** The person who asks. */
  readonly userId: AccountId
  readonly visibility: Visibility
  readonly query: string
  readonly limit?: number | undefined
  /**
   * Restricts the results further to these sources. One that does not exist, or that the caller may
   * not search, has no results.
   */
  readonly sources?: readonly string[] | undefined
}

export const queryLengthMax = 2_000
export const searchLimitMax = 50
export const searchLimitDefault = 10
export const searchSourcesMax = 50

/** The results per search that are merged. A document in the middle of both lists may come first. */
const fusionDepth = 50
/** Keyword results count more, so that a poor embedder does not displace them. */
const fusionWeights = [1, 0.5]

/**
 * Searches the documents that the caller may see and returns the best results first. Keyword search always runs.
 * Semantic search is added while an embedder is configured, and if it finishes in time.
 */
export async function search(
  ports: Pick<Ports, 'embedder' | 'searchIndex' | 'searchLimiter'>,
  { userId, visibility: visible, query, limit = searchLimitDefault, sources }: Search,
): Promise<Result<SearchAnswer, SearchInvalid | SearchesTooMany | SearchTimedOut>> {
  const fault = searchFault(query, limit)
  if (fault !== null) return err(fault)
  const named = sources === undefined ? ok(null) : namedSources(sources)
  if (!named.ok) return named
  const visibility = restrictedTo(named.value, visible)
  return withinSearchLimits(ports, userId, () => find(ports, { visibility, query, limit }))
}

type Request = Pick<Search, 'visibility' | 'query'> & { readonly limit: number }

async function find(
  { embedder, searchIndex }: Pick<Ports, 'embedder' | 'searchIndex'>,
  { visibility, query, limit }: Request,
): Promise<SearchAnswer> {
  if (embedder === null || !(await searchIndex.supportsVectors())) {
    return { results: await searchIndex.searchText(query, visibility, limit), degraded: false }
  }
  const findSemantic = async () => {
    const vector = await embedder.embedQuery(query)
    return vector === null
      ? null
      : nullIfTimedOut(searchIndex.searchVector(vector, embedder.model, visibility, fusionDepth))
  }
  const searches = [searchIndex.searchText(query, visibility, fusionDepth), findSemantic()] as const
  // For both, also if one fails: neither runs without the slot of its person.
  await Promise.allSettled(searches)
  const [keywordResults, semanticResults] = await Promise.all(searches)
  if (semanticResults === null) return { results: keywordResults.slice(0, limit), degraded: true }
  return { results: fuse([keywordResults, semanticResults], limit, fusionWeights), degraded: false }
}

const nullIfTimedOut = <Found>(finding: Promise<Found>): Promise<Found | null> =>
  finding.catch((error: unknown) => {
    if (error instanceof SearchTimeout) return null
    throw error
  })

const invalid = (field: SearchInvalid['field'], detail: string): SearchInvalid => ({
  code: 'search.invalid',
  field,
  detail,
})

function searchFault(query: string, limit: number): SearchInvalid | null {
  if (query.trim() === '' || Array.from(query).length > queryLengthMax) {
    return invalid('query', `must have 1 to ${queryLengthMax} characters and not only blanks`)
  }
  if (!query.isWellFormed() || query.includes('\u0000'))
    return invalid('query', 'must not contain NUL characters or lone surrogates')
  if (!Number.isInteger(limit) || limit < 1 || limit > searchLimitMax)
    return invalid('limit', `must be a whole number from 1 to ${searchLimitMax}`)
  return null
}

function namedSources(names: readonly string[]): Result<readonly Source[], SearchInvalid> {
  if (names.length < 1 || names.length > searchSourcesMax)
    return err(invalid('sources', `must name 1 to ${searchSourcesMax} sources`))
  const sources = names.map(parseSource).filter((source) => source !== null)
  return sources.length < names.length
    ? err(invalid('sources', 'must be names of lower-case letters, digits, "-" and "_"'))
    : ok([...new Set(sources)])
}

/** Only ever restricts: the sources that are named and may be searched. Null names all. */
function restrictedTo(named: readonly Source[] | null, visibility: Visibility): Visibility {
  if (named === null) return visibility
  const { principals, sources: allowed } = visibility
  return {
    principals,
    sources: allowed === null ? named : named.filter((source) => allowed.includes(source)),
  }
}
