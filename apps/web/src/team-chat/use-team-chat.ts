import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'

export type TeamChat = Contract['TeamChat']
export type Delivery = Contract['TeamChatDelivery']
/** Why the server was not reached, did not accept the token, or delivers nothing. */
export type Fault =
  | NonNullable<Contract['ProbedTeamChat']['reason']>
  | NonNullable<Delivery['reason']>
export type DropReason = keyof Delivery['dropped']

export const teamChatPath = '/api/v1/admin/teamchat'
const teamChatKey = ['team-chat']
const pollMs = 5_000

/** The bot as it is now, read again while the page is visible. */
export function useTeamChat(): UseQueryResult<TeamChat> {
  const { client } = useSession()
  return useQuery({
    queryKey: teamChatKey,
    queryFn: () => client.request<TeamChat>(teamChatPath),
    refetchInterval: pollMs,
  })
}

/** Shows what an act returned, at once. */
export function useShowTeamChat(): (teamChat: TeamChat) => void {
  const queryClient = useQueryClient()
  return (teamChat) => queryClient.setQueryData(teamChatKey, teamChat)
}

/** Reads the bot again, after a refusal that may have changed it. */
export function useForgetTeamChat(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: teamChatKey })
}
