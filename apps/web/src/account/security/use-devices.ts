import type { Page, Session } from '@ken/client'
import {
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { useSession } from '../../session/use-session.ts'

const devicesKey = ['account', 'devices']

/** The devices that are signed in, latest activity first, a page of them at a time. */
export function useDevices(): UseInfiniteQueryResult<InfiniteData<Page<Session>>> {
  const { client } = useSession()
  return useInfiniteQuery({
    queryKey: devicesKey,
    queryFn: ({ pageParam }) => client.sessions.list(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
}

/** Reads the devices again. */
export function useForgetDevices(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: devicesKey })
}
