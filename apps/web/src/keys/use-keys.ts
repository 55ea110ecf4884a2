import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'

export type Key = Contract['Key']
export type CreatedKey = Contract['CreatedKey']
export type ShownKey = Contract['ShownKey']

/** One's own keys, or those of everyone. */
export type KeyScope = 'me' | 'admin'

export const keysPath = (scope: KeyScope): string => `/api/v1/${scope}/keys`

export function useKey(scope: KeyScope, id: string): UseQueryResult<ShownKey> {
  const { client } = useSession()
  return useQuery({
    queryKey: ['keys', scope, id],
    queryFn: () => client.request<ShownKey>(`${keysPath(scope)}/${encodeURIComponent(id)}`),
  })
}

/** The calls of a key in the last days, by hour. */
export function useUsage(
  scope: KeyScope,
  id: string,
  days: number,
): UseQueryResult<Contract['KeyUsage']> {
  const { client } = useSession()
  return useQuery({
    queryKey: ['keys', scope, id, 'usage', days],
    queryFn: () =>
      client.request<Contract['KeyUsage']>(
        `${keysPath(scope)}/${encodeURIComponent(id)}/usage?days=${days}`,
      ),
  })
}

/** Reads everything about keys again. */
export function useForgetKeys(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: ['keys'] })
}
