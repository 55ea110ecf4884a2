import { useQuery } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'

/** The chats that can be linked; null if they cannot be read. */
export type ChatSurfaces = Contract['ChatSurfaceList']['data'] | null

/** Undefined until they are read. Use it once per screen: a second use would read again after a failure. */
export function useChatSurfaces(): ChatSurfaces | undefined {
  const { client } = useSession()
  const { data, isFetched } = useQuery({
    queryKey: ['account', 'chat-surfaces'],
    queryFn: () => client.request<Contract['ChatSurfaceList']>('/api/v1/me/chat-surfaces'),
  })
  return data?.data ?? (isFetched ? null : undefined)
}
