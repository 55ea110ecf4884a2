import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'

export type Source = Contract['ListedSource']

export const sourcesPath = '/api/v1/admin/knowledge/sources'
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

const isChanging = ({ pending, removal_requested_at: removal }: Source): boolean =>
  removal !== null || (pending ?? 0) > 0

/** Reads the sources again, here and where someone chooses from them. */
export function useForgetSources(): () => void {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['knowledge'] })
    void queryClient.invalidateQueries({ queryKey: ['sources'] })
  }
}
