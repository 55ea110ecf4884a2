import { useQuery } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'

export type SourceNames = {
  /** Undefined until they are known. */
  readonly sources: readonly string[] | undefined
  /** Why they could not be read. */
  readonly error: Error | null
  readonly readAgain: () => void
}

/** The sources in which this person may see something. */
export const useOwnSources = (): SourceNames =>
  useSourceNames(['sources', 'own'], '/api/v1/me/sources')

/** All sources of documents, which administrators may know. */
export const useAllSources = (): SourceNames =>
  useSourceNames(['knowledge', 'sources'], '/api/v1/admin/knowledge/sources')

function useSourceNames(queryKey: readonly string[], path: string): SourceNames {
  const { client } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => client.request<Contract['OwnSourceList'] | Contract['SourceList']>(path),
  })
  return {
    sources: data?.data.map(({ source }) => source),
    error,
    readAgain: () => void refetch(),
  }
}
