import {
  parseServerAddress,
  type TeamChatSettings,
  type TeamChatSettingsStore,
} from '@ken/core/ports'
import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

export const postgresTeamChatSettingsStore = (
  transaction: Transaction<Tables>,
): TeamChatSettingsStore => ({
  read: async () => fromRow(await select(transaction).executeTakeFirstOrThrow()),

  lock: async () => fromRow(await select(transaction).forUpdate().executeTakeFirstOrThrow()),

  async findUpdatedAt() {
    const { updated_at: at } = await transaction
      .selectFrom('teamchat_settings')
      .select('updated_at')
      .executeTakeFirstOrThrow()
    return at
  },

  async update({ baseUrl, botTokenEnc, botUserId, botUsername, enabled, lastTestOk, lastTestAt }) {
    await transaction
      .updateTable('teamchat_settings')
      .set({
        base_url: baseUrl,
        bot_token_enc: botTokenEnc,
        bot_user_id: botUserId,
        bot_username: botUsername,
        enabled,
        last_test_ok: lastTestOk,
        last_test_at: lastTestAt,
      })
      .execute()
  },
})

const select = (transaction: Transaction<Tables>) =>
  transaction.selectFrom('teamchat_settings').selectAll()

const fromRow = (row: Selectable<Tables['teamchat_settings']>): TeamChatSettings => ({
  baseUrl: row.base_url === null ? null : parseServerAddress(row.base_url),
  botTokenEnc: row.bot_token_enc,
  botUserId: row.bot_user_id,
  botUsername: row.bot_username,
  enabled: row.enabled,
  lastTestOk: row.last_test_ok,
  lastTestAt: row.last_test_at,
})
