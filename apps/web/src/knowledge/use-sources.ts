import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'

export type Source = Contract['ListedSource']

const sourcesPath = '/api/v1/admin/knowledge/sources'
const pollMs = 5_000

/** All sources with their numbers; read again while something is being embedded or removed. */
export function useSources(): UseQueryResult<Contract['SourceList']> {
  const { client } = useSession()
  return useQuery({
    queryKey: ['knowledge', 'sources'],
    queryFn: () => client.request<Contract['SourceList']>(sourcesPath),
    refetchInterval: ({ state }) => (state.data?.data.some(isChanging) === true ? pollMs : false),
  })
}

const isChanging = ({ pending, removal_requested_at: removal, removal_failure: failure }: Source) =>
  (removal !== null && failure?.is_final !== true) || (pending ?? 0) > 0

/** Starts the removal of a source, or tries again what of it failed. */
export function useRequestRemoval(): (source: string) => Promise<unknown> {
  const { client } = useSession()
  return (source) =>
    client.request(`${sourcesPath}/${encodeURIComponent(source)}`, { method: 'DELETE' })
}

/** Reads the sources again, here and where someone chooses from them. */
export function useForgetSources(): () => void {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['knowledge'] })
    void queryClient.invalidateQueries({ queryKey: ['sources'] })
  }
}
