import { useQuery } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'

/** The chats with a bot of Ken; undefined until they are known. Bots of other programs are not. */
export function useChatSurfaces(): Contract['ChatSurfaceList']['data'] | undefined {
  const { client } = useSession()
  const { data } = useQuery({
    queryKey: ['account', 'chat-surfaces'],
    queryFn: () => client.request<Contract['ChatSurfaceList']>('/api/v1/me/chat-surfaces'),
  })
  return data?.data
}
