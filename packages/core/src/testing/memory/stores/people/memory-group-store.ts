import { groupDocumentsMax, type GroupStore } from '../../../../ports/stores/people/group-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

export const memoryGroupStore = ({ accounts, documents, groups }: MemoryTables): GroupStore => ({
  async insert(group) {
    if (groups.has(group.slug)) return false
    groups.set(group.slug, { group, members: new Set() })
    return true
  },

  find: async (slug) => groups.get(slug)?.group ?? null,

  async list() {
    return [...groups.values()]
      .map(({ group, members }) => ({ ...group, memberCount: members.size }))
      .toSorted((left, right) => (left.slug < right.slug ? -1 : 1))
  },

  async listPage(text, { after, limit }) {
    return [...groups.values()]
      .filter(({ group }) => text === null || group.slug.includes(text.toLowerCase()))
      .filter(({ group }) => after === null || group.slug > after)
      .toSorted((left, right) => (left.group.slug < right.group.slug ? -1 : 1))
      .slice(0, limit)
      .map(({ group, members }) => {
        const named = [...documents.values()].filter(({ allowed }) =>
          allowed.some((principal) => principal === `group:${group.slug}`),
        )
        const documentCount = Math.min(named.length, groupDocumentsMax)
        return { ...group, memberCount: members.size, documentCount }
      })
  },

  async listMembers(slug, { after, limit }, text) {
    return [...(groups.get(slug)?.members ?? [])]
      .map((id) => accounts.get(id)!)
      .filter(({ email }) => after === null || email > after)
      .filter(({ email, name }) =>
        [email, name].some((part) => part.toLowerCase().includes((text ?? '').toLowerCase())),
      )
      .toSorted((left, right) => (left.email < right.email ? -1 : 1))
      .slice(0, limit)
  },

  async listByMember(accountId) {
    return [...groups.values()]
      .filter(({ members }) => members.has(accountId))
      .map(({ group }) => group.slug)
      .toSorted()
  },

  delete: async (slug) => groups.delete(slug),

  async addMember(slug, accountId) {
    const row = groups.get(slug)
    if (row === undefined) return 'group_not_found'
    if (!accounts.has(accountId)) return 'account_not_found'
    if (row.members.has(accountId)) return 'already_member'
    groups.set(slug, { ...row, members: new Set([...row.members, accountId]) })
    return 'added'
  },

  async addMembers(slug, emails) {
    const row = groups.get(slug)
    if (row === undefined) return null
    const wanted = new Set(emails)
    const found = [...accounts.values()]
      .filter(({ email }) => wanted.has(email))
      .toSorted((left, right) => (left.email < right.email ? -1 : 1))
    groups.set(slug, { ...row, members: new Set([...row.members, ...found.map(({ id }) => id)]) })
    return new Map(
      found.map(({ email, id }) => [email, { userId: id, isAdded: !row.members.has(id) }]),
    )
  },

  async removeMember(slug, accountId) {
    const members = groups.get(slug)?.members
    if (members === undefined || !members.has(accountId)) return false
    groups.set(slug, {
      ...groups.get(slug)!,
      members: new Set([...members].filter((id) => id !== accountId)),
    })
    return true
  },
})
