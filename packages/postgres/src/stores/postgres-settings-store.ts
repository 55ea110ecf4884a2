import type { SettingsStore } from '@ken/core/ports'
import type { Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

export const postgresSettingsStore = (transaction: Transaction<Tables>): SettingsStore => ({
  async read() {
    const row = await transaction.selectFrom('org_settings').selectAll().executeTakeFirstOrThrow()
    return { mfaRequiredRoles: row.mfa_required_roles }
  },

  async update({ mfaRequiredRoles }) {
    await transaction
      .updateTable('org_settings')
      .set({ mfa_required_roles: [...mfaRequiredRoles] })
      .execute()
  },
})
