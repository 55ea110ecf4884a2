import type { Page } from '@ken/client'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Entry } from '../../audit-words/entry.ts'
import { useSession } from '../../session/use-session.ts'
import { area, peoplePath, type Act, type Person } from '../people.ts'

/** Why an act is not possible. */
export type Refusal =
  | 'own_account'
  | 'role'
  | 'last_owner'
  | 'account_active'
  | 'account_deactivated'

/** A person with their groups, and the reason for each act that is not possible. */
export type PersonCard = Person & {
  readonly active_sessions: number
  readonly active_keys: number
  readonly groups: readonly string[]
  readonly refusals: { readonly [Name in Act]?: Refusal }
}

export type PersonKey = {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly last_used_at: string | null
}

/** What deactivating or deleting a person ends. */
export type RemovalPreview = {
  readonly refusal: Refusal | null
  readonly sessions: number
  readonly keys: readonly PersonKey[]
  readonly keys_total: number
  readonly agents: number
  readonly owner_invitations: number
  readonly identities: number
  readonly groups: number
}

export type Identity = {
  readonly id: string
  readonly source: string
  readonly external_id: string
  readonly created_at: string
}

const pathOf = (id: string) => `${peoplePath}/${encodeURIComponent(id)}`

function useRead<Body>(key: readonly string[], path: string, enabled = true) {
  const { client } = useSession()
  return useQuery({
    queryKey: [area, 'person', ...key],
    queryFn: ({ signal }) => client.request<Body>(path, { signal }),
    enabled,
  })
}

export const usePerson = (id: string): UseQueryResult<PersonCard> => useRead([id], pathOf(id))

/** What would end now. It is never taken from before. */
export function useRemovalPreview(
  id: string,
  act: 'deactivation' | 'deletion',
): UseQueryResult<RemovalPreview> {
  const { client } = useSession()
  return useQuery({
    queryKey: [area, 'person', id, act],
    queryFn: () => client.request<RemovalPreview>(`${pathOf(id)}/deactivation?for=${act}`),
    gcTime: 0,
  })
}

export const useIdentities = (id: string): UseQueryResult<Page<Identity>> =>
  useRead([id, 'identities'], `${pathOf(id)}/identities`)

/** The newest keys that work. */
export const useKeysOf = (id: string): UseQueryResult<Page<PersonKey>> =>
  useRead([id, 'keys'], `/api/v1/admin/keys?owner_id=${id}&status=active&limit=10`)

/** The latest audit entries about the person, once they are wanted. */
export const useAuditOf = (id: string, isWanted: boolean): UseQueryResult<Page<Entry>> =>
  useRead([id, 'audit'], `/api/v1/admin/audit?target=user%3A${id}&limit=10`, isWanted)
