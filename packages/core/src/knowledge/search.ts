import type { Ports, Visibility } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { fuse, type SearchResult } from '../model/knowledge/search-result.ts'
import type { SearchInvalid } from '../model/knowledge/knowledge-errors.ts'

export type Search = {
  readonly visibility: Visibility
  readonly query: string
  readonly limit?: number | undefined
}
export type SearchAnswer = {
  readonly results: readonly SearchResult[]
  /** True if semantic search is missing because the embedder did not respond. */
  readonly degraded: boolean
}

export const queryLengthMax = 2_000
export const searchLimitMax = 50
export const searchLimitDefault = 10

/** The results per search that are merged. A document in the middle of both lists may come first. */
const fusionDepth = 50

/**
 * Searches the documents that the caller may see and returns the best results first. Keyword search always runs.
 * Semantic search is added while an embedder is configured and responds in time.
 */
export async function search(
  ports: Pick<Ports, 'embedder' | 'searchIndex'>,
  { visibility, query, limit = searchLimitDefault }: Search,
): Promise<Result<SearchAnswer, SearchInvalid>> {
  const fault = searchFault(query, limit)
  if (fault !== null) return err(fault)

  const { embedder, searchIndex } = ports
  if (embedder === null || !(await searchIndex.supportsVectors())) {
    return ok({ results: await searchIndex.searchText(query, visibility, limit), degraded: false })
  }
  const [keywordResults, vector] = await Promise.all([
    searchIndex.searchText(query, visibility, fusionDepth),
    embedder.embedQuery(query),
  ])
  if (vector === null) return ok({ results: keywordResults.slice(0, limit), degraded: true })
  const semanticResults = await searchIndex.searchVector(
    vector,
    embedder.model,
    visibility,
    fusionDepth,
  )
  return ok({ results: fuse([keywordResults, semanticResults], limit), degraded: false })
}

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
