import { useQueryClient } from '@tanstack/react-query'

/** A group with the numbers of its members and of the documents that name it. */
export type Group = {
  readonly slug: string
  readonly created_at: string
  readonly member_count: number
  readonly document_count: number
}

/** A person in a group. */
export type Member = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: 'Owner' | 'Admin' | 'Member'
  readonly status: 'active' | 'deactivated'
}

/** The first part of the keys of this area in the cache. */
export const area = 'groups'
export const groupsPath = '/api/v1/admin/groups'
export const membersPath = (slug: string): string =>
  `${groupsPath}/${encodeURIComponent(slug)}/members`

/** Reads everything of this area again. */
export function useForgetGroups(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: [area] })
}
