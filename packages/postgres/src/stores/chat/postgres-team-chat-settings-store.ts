import { parseServerAddress, type TeamChatSettings, type BotSettingsStore } from '@ken/core/ports'
import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { fromBotColumns, toBotColumns } from './bot-columns.ts'

export const postgresTeamChatSettingsStore = (
  transaction: Transaction<Tables>,
): BotSettingsStore<TeamChatSettings> => ({
  read: async () => teamChatSettingsOf(await select(transaction).executeTakeFirstOrThrow()),

  lock: async () =>
    teamChatSettingsOf(await select(transaction).forUpdate().executeTakeFirstOrThrow()),

  lockShared: async () =>
    teamChatSettingsOf(await select(transaction).forShare().executeTakeFirstOrThrow()),

  async findUpdatedAt() {
    const { updated_at: at } = await transaction
      .selectFrom('teamchat_settings')
      .select('updated_at')
      .executeTakeFirstOrThrow()
    return at
  },

  async update(settings) {
    await transaction
      .updateTable('teamchat_settings')
      .set({ base_url: settings.baseUrl, ...toBotColumns(settings) })
      .execute()
  },
})

const select = (transaction: Transaction<Tables>) =>
  transaction.selectFrom('teamchat_settings').selectAll()

export const teamChatSettingsOf = (
  row: Selectable<Tables['teamchat_settings']>,
): TeamChatSettings => ({
  baseUrl: row.base_url === null ? null : parseServerAddress(row.base_url),
  ...fromBotColumns(row),
})
