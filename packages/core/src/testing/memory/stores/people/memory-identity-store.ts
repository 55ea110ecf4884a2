import type { IdentityStore } from '../../../../ports/stores/people/identity-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

const listMax = 1_000

export const memoryIdentityStore = ({ accounts, identities }: MemoryTables): IdentityStore => {
  const find: IdentityStore['find'] = async (source, externalId) =>
    [...identities.values()].find(
      (one) => one.source === source && one.externalId === externalId,
    ) ?? null
  return {
    async insert(identity) {
      if (!accounts.has(identity.userId)) throw new Error(`account ${identity.userId} is missing`)
      if ((await find(identity.source, identity.externalId)) !== null) return false
      identities.set(identity.id, identity)
      return true
    },

    find,

    findLinked: async (source, externalIds) =>
      new Set(
        [...identities.values()]
          .filter((one) => one.source === source && externalIds.includes(one.externalId))
          .map(({ externalId }) => externalId),
      ),

    async listByUser(userId) {
      return [...identities.values()]
        .filter((identity) => identity.userId === userId)
        .toSorted((left, right) => (left.id > right.id ? -1 : 1))
        .slice(0, listMax)
    },

    async remove(userId, id) {
      const identity = identities.get(id)
      if (identity?.userId !== userId) return null
      identities.delete(id)
      return identity
    },

    async removeAll(source) {
      const ofSource = [...identities.values()].filter((identity) => identity.source === source)
      for (const { id } of ofSource) identities.delete(id)
      return ofSource.length
    },
  }
}
