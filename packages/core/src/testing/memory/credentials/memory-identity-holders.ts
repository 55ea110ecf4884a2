import { principalsOf } from '../../../model/knowledge/principal.ts'
import type { IdentityHolders } from '../../../ports/credentials/identity-holders.ts'
import type { MemoryDatabase } from '../memory-database.ts'

export const memoryIdentityHolders = (database: MemoryDatabase): IdentityHolders => ({
  async findByExternalId(source, externalId) {
    const { accounts, groups, identities } = database.tables
    const identity = [...identities.values()].find(
      (one) => one.source === source && one.externalId === externalId,
    )
    const account = identity === undefined ? undefined : accounts.get(identity.userId)
    if (account === undefined) return null
    const { id, email, status, role, mustChangePassword } = account
    const memberOf = [...groups.values()]
      .filter(({ members }) => members.has(id))
      .map(({ group }) => group.slug)
    return {
      userId: id,
      email,
      status,
      role,
      principals: principalsOf({ id, role, groups: memberOf }),
      mustChangePassword,
    }
  },
})
