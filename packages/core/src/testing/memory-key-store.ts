import { keyState } from '../keys/key.ts'
import type { KeyStore } from '../ports/key-store.ts'
import type { MemoryTables } from './memory-database.ts'

export const memoryKeyStore = ({ accounts, keys }: MemoryTables, now: Date): KeyStore => ({
  async insert(key, digest) {
    if (!accounts.has(key.ownerId)) throw new Error(`account ${key.ownerId} is missing`)
    if (keys.has(key.id)) throw new Error(`key ${key.id} exists`)
    if ([...keys.values()].some((row) => row.digest === digest)) throw new Error('a key with this digest exists')
    keys.set(key.id, { key, digest })
  },

  find: async (id) => keys.get(id)?.key ?? null,

  async revoke(id) {
    const row = keys.get(id)
    if (row === undefined) throw new Error(`key ${id} is missing`)
    keys.set(id, { ...row, key: { ...row.key, revokedAt: row.key.revokedAt ?? now } })
  },

  async list({ ownerId, before, limit }) {
    return [...keys.values()]
      .map(({ key }) => key)
      .filter((key) => (ownerId === null || key.ownerId === ownerId) && (before === null || key.id < before))
      .toSorted((left, right) => (left.id > right.id ? -1 : 1))
      .slice(0, limit)
  },

  async countActive(ownerId) {
    return [...keys.values()].filter(({ key }) => key.ownerId === ownerId && keyState(key, now) === 'active').length
  },
})
