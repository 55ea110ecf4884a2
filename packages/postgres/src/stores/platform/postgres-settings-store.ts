import type { Settings, SettingsStore } from '@ken/core/ports'
import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

export const postgresSettingsStore = (transaction: Transaction<Tables>): SettingsStore => ({
  read: async () => toSettings(await rows(transaction).executeTakeFirstOrThrow()),

  lock: async () => toSettings(await rows(transaction).forUpdate().executeTakeFirstOrThrow()),

  async update({ mfaRequiredRoles, organisationName }) {
    const changed = {
      ...(mfaRequiredRoles !== undefined && { mfa_required_roles: [...mfaRequiredRoles] }),
      ...(organisationName !== undefined && { organisation_name: organisationName }),
    }
    if (Object.keys(changed).length > 0)
      await transaction.updateTable('org_settings').set(changed).execute()
  },
})

const rows = (transaction: Transaction<Tables>) =>
  transaction.selectFrom('org_settings').selectAll()

const toSettings = (row: Selectable<Tables['org_settings']>): Settings => ({
  mfaRequiredRoles: row.mfa_required_roles,
  organisationName: row.organisation_name,
})
