import { useQuery } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'

/** The chats that can be linked; undefined until they are read, null if they cannot be. */
export function useChatSurfaces(): Contract['ChatSurfaceList']['data'] | null | undefined {
  const { client } = useSession()
  const { data, isError } = useQuery({
    queryKey: ['account', 'chat-surfaces'],
    queryFn: () => client.request<Contract['ChatSurfaceList']>('/api/v1/me/chat-surfaces'),
  })
  return data?.data ?? (isError ? null : undefined)
}
