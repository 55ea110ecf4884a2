import { useQuery } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'

type KnownSources = {
  /** By name; none until they are known. */
  readonly sources: readonly string[]
  /** Why they could not be read. */
  readonly error: Error | null
  readonly readAgain: () => void
}

/** All sources of documents. */
export function useKnownSources(): KnownSources {
  const { client } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['knowledge', 'sources'],
    queryFn: () => client.request<Contract['SourceList']>('/api/v1/admin/knowledge/sources'),
  })
  return {
    sources: data?.data.map(({ source }) => source) ?? [],
    error,
    readAgain: () => void refetch(),
  }
}
