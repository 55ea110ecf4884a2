import { keyStatus, responsibleId, type Key, type Responsibility } from '../../../model/keys/key.ts'
import { principalsOf } from '../../../model/knowledge/principal.ts'
import type { KeyHolders } from '../../../ports/credentials/key-holders.ts'
import type { MemoryDatabase, MemoryTables } from '../memory-database.ts'

export const memoryKeyHolders = (database: MemoryDatabase): KeyHolders => ({
  async findByDigest(digest) {
    const { accounts, groups, keys } = database.tables
    const key = [...keys.values()].find((row) => row.digest === digest)?.key
    if (key === undefined) return null
    const held = { keyId: key.id, status: keyStatus(key, database.now()), sources: key.sources }
    if (key.kind === 'service')
      return {
        ...held,
        kind: 'service',
        source: key.source,
        responsible: responsibilityFor(key, accounts),
      }
    const owner = accounts.get(key.ownerId)
    if (owner === undefined) return null
    const memberOf = [...groups.values()]
      .filter(({ members }) => members.has(owner.id))
      .map(({ group }) => group.slug)
    return {
      ...held,
      kind: 'personal',
      ownerId: owner.id,
      ownerStatus: owner.status,
      ownerMustChangePassword: owner.mustChangePassword,
      role: owner.role,
      principals: principalsOf({ ...owner, groups: memberOf }),
    }
  },
})

/** Who is currently responsible for a key. */
export function responsibilityFor(key: Key, accounts: MemoryTables['accounts']): Responsibility {
  const id = responsibleId(key)
  const account = id === null ? null : accounts.get(id)
  if (account === null) return 'organisation'
  return account === undefined ? 'gone' : { role: account.role, status: account.status }
}
