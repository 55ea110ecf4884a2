import { profileOf } from '../../../model/accounts/account.ts'
import { principalsOf } from '../../../model/knowledge/principal.ts'
import type { AccountHolders } from '../../../ports/credentials/account-holders.ts'
import type { MemoryDatabase } from '../memory-database.ts'

export const memoryAccountHolders = (database: MemoryDatabase): AccountHolders => ({
  async findById(id, sessionId) {
    const { accounts, groups, sessions, settings } = database.tables
    const session = sessionId === null ? undefined : sessions.get(sessionId)
    const account = accounts.get(id)
    if (account === undefined) return null
    const { status, role, mustChangePassword, mfaEnabledAt } = account
    const memberOf = [...groups.values()]
      .filter(({ members }) => members.has(id))
      .map(({ group }) => group.slug)
    const isRequired = settings.get('organisation')!.mfaRequiredRoles.includes(role)
    return {
      status,
      role,
      principals: principalsOf({ id, role, groups: memberOf }),
      mustChangePassword,
      mustEnrolSecondFactor: isRequired && mfaEnabledAt === null,
      isSessionAlive: session?.userId === id && session.expiresAt > database.now(),
    }
  },

  async findProfile(id) {
    const { accounts, groups, recoveryCodes, settings } = database.tables
    const account = accounts.get(id)
    if (account === undefined) return null
    const { mfaRequiredRoles } = settings.get('organisation')!
    return {
      account: profileOf(account),
      secondFactorRequired: mfaRequiredRoles.includes(account.role),
      unusedRecoveryCodes: [...(recoveryCodes.get(id)?.values() ?? [])].filter((used) => !used)
        .length,
      groups: [...groups.values()]
        .filter(({ members }) => members.has(id))
        .map(({ group }) => group.slug)
        .toSorted((left, right) => (left < right ? -1 : 1)),
    }
  },
})
