import type { SettingsStore } from '@ken/core/ports'
import type { Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

export const postgresSettingsStore = (transaction: Transaction<Tables>): SettingsStore => ({
  async read() {
    const row = await transaction.selectFrom('org_settings').selectAll().executeTakeFirstOrThrow()
    return { mfaRequiredRoles: row.mfa_required_roles, organisationName: row.organisation_name }
  },

  async update({ mfaRequiredRoles, organisationName }) {
    const changed = {
      ...(mfaRequiredRoles !== undefined && { mfa_required_roles: [...mfaRequiredRoles] }),
      ...(organisationName !== undefined && { organisation_name: organisationName }),
    }
    if (Object.keys(changed).length > 0)
      await transaction.updateTable('org_settings').set(changed).execute()
  },
})
