import type { Page } from '@ken/client'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useSession } from '../session/use-session.ts'

/** A key of the person, without the key itself. */
export type Key = {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly sources: readonly string[] | null
  readonly status: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
  /** Calls per day, oldest first. */
  readonly week: readonly number[]
}

/** The only response with the key itself. */
export type CreatedKey = Key & { readonly key: string | null }

const listKey = ['account', 'keys']

/** The person's keys, newest first. An account has fewer than a page of them. */
export function useKeys(): UseQueryResult<Page<Key>> {
  const { client } = useSession()
  return useQuery({
    queryKey: listKey,
    queryFn: () => client.request<Page<Key>>('/api/v1/me/keys?limit=100'),
  })
}

/** The calls of a key in the last 24 hours. */
export function useDayOf(id: string) {
  const { client } = useSession()
  return useQuery({
    queryKey: [...listKey, id, 'day'],
    queryFn: () =>
      client.request<{ readonly total: number; readonly last_used_at: string | null }>(
        `/api/v1/me/keys/${id}/usage?days=1`,
      ),
  })
}

/** Reads the keys again. */
export function useForgetKeys(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: listKey })
}
