import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'

export type ShownSettings = Contract['ShownSettings']
export type Settings = Contract['Settings']
export type Role = Settings['mfa_required_roles'][number]

export const settingsPath = '/api/v1/admin/settings'
export const roles = ['Owner', 'Admin', 'Member'] as const satisfies readonly Role[]
const settingsKey = ['settings']

export function useSettings(): UseQueryResult<ShownSettings> {
  const { client } = useSession()
  return useQuery({
    queryKey: settingsKey,
    queryFn: () => client.request<ShownSettings>(settingsPath),
  })
}

/** Shows changed settings at once, and reads whom they affect. */
export function useShowSettings(): (changed: Settings) => void {
  const queryClient = useQueryClient()
  return (changed) => {
    queryClient.setQueryData<ShownSettings>(
      settingsKey,
      (shown) => shown && { ...shown, ...changed },
    )
    void queryClient.invalidateQueries({ queryKey: settingsKey })
  }
}
