import type { Page } from '@ken/client'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { keysPath, type Key } from '../../keys/use-keys.ts'
import { useSession } from '../../session/use-session.ts'

/** The person's keys, newest first. An account has fewer than a page of them. */
export function useOwnKeys(): UseQueryResult<Page<Key>> {
  const { client } = useSession()
  return useQuery({
    queryKey: ['keys', 'me', 'list'],
    queryFn: () => client.request<Page<Key>>(`${keysPath('me')}?limit=100`),
  })
}
