import { useQuery } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'

export type OwnSources = {
  /** By name; undefined until they are known. */
  readonly sources: readonly string[] | undefined
  /** Why they could not be read. */
  readonly error: Error | null
  readonly readAgain: () => void
}

/** The sources in which this person may see something. */
export function useOwnSources(): OwnSources {
  const { client } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['sources', 'own'],
    queryFn: () => client.request<Contract['OwnSourceList']>('/api/v1/me/sources'),
  })
  return {
    sources: data?.data.map(({ source }) => source),
    error,
    readAgain: () => void refetch(),
  }
}
