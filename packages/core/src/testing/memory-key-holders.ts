import { keyState } from '../keys/key.ts'
import { principalsOf } from '../knowledge/principal.ts'
import type { KeyHolders } from '../ports/key-holders.ts'
import type { MemoryDatabase } from './memory-database.ts'

export const memoryKeyHolders = (database: MemoryDatabase): KeyHolders => ({
  async findByDigest(digest) {
    const { accounts, groups, keys } = database.tables
    const key = [...keys.values()].find((row) => row.digest === digest)?.key
    const owner = key === undefined ? undefined : accounts.get(key.ownerId)
    if (key === undefined || owner === undefined) return null
    const memberOf = [...groups.values()].filter(({ members }) => members.has(owner.id)).map(({ group }) => group.slug)
    return {
      keyId: key.id,
      state: keyState(key, database.now()),
      ownerId: owner.id,
      ownerStatus: owner.status,
      ownerMustChangePassword: owner.mustChangePassword,
      role: owner.role,
      principals: principalsOf({ ...owner, groups: memberOf }),
      sources: key.sources,
    }
  },
})
