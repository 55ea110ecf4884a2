import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useSession } from '../session/use-session.ts'

export const roles = ['Owner', 'Admin', 'Member'] as const
export type Role = (typeof roles)[number]
export type Status = 'active' | 'deactivated'

/** What an administrator can do with an account. */
export type Act =
  | 'deactivate'
  | 'reactivate'
  | 'delete'
  | 'change_role'
  | 'change_email'
  | 'reset_password'
  | 'reset_second_factor'
  | 'end_sessions'
  | 'issue_key'
  | 'revoke_key'
  | 'remove_identity'

/** A person in a list. */
export type Person = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly status: Status
  readonly must_change_password: boolean
  readonly mfa_enabled: boolean
  readonly created_at: string
  readonly last_sign_in_at: string | null
  readonly may: readonly Act[]
}

/** The numbers of people; `capped` if there are more than were counted. */
export type Summary = {
  readonly total: number
  readonly by_role: { readonly [Name in Role]: number }
  readonly by_status: { readonly [Name in Status]: number }
  readonly without_mfa_by_role: { readonly [Name in Role]: number }
  readonly capped: boolean
}

/** The first part of the keys of this area in the cache. */
export const area = 'people'
export const peoplePath = '/api/v1/admin/users'

export function useSummary(): UseQueryResult<Summary> {
  const { client } = useSession()
  return useQuery({
    queryKey: [area, 'summary'],
    queryFn: () => client.request<Summary>(`${peoplePath}/summary`),
  })
}

/** Reads everything of this area again. */
export function useForgetPeople(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: [area] })
}
