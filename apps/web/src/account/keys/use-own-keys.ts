import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Contract } from '../../contract/contract.ts'
import { keysPath } from '../../keys/use-keys.ts'
import { useSession } from '../../session/use-session.ts'

type OwnKeyPage = Contract['OwnKeyPage']

/** The person's keys that work, newest first. An account has at most a page of them. */
export function useLiveKeys(): UseQueryResult<OwnKeyPage> {
  const { client } = useSession()
  return useQuery({
    queryKey: ['keys', 'me', 'live'],
    queryFn: () => client.request<OwnKeyPage>(`${keysPath('me')}?status=active&limit=100`),
  })
}

/** The keys that have ended, newest first, a page of them at a time. */
export function useEndedKeys(isWanted: boolean): UseInfiniteQueryResult<InfiniteData<OwnKeyPage>> {
  const { client } = useSession()
  return useInfiniteQuery({
    queryKey: ['keys', 'me', 'ended'],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ status: 'ended', ...pageParam })
      return client.request<OwnKeyPage>(`${keysPath('me')}?${query}`)
    },
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === null ? undefined : { cursor }),
    enabled: isWanted,
  })
}
