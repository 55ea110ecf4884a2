import type { BotSettings } from '@ken/core/ports'
import type { Selectable, Updateable } from 'kysely'
import type { BotColumns } from '../../tables.ts'

/** The settings that the bot of every platform has, as columns. */
export const toBotColumns = (settings: BotSettings): Updateable<BotColumns> => ({
  bot_token_enc: settings.botTokenEnc,
  bot_user_id: settings.botUserId,
  bot_username: settings.botUsername,
  enabled: settings.enabled,
  last_test_ok: settings.lastTestOk,
  last_test_at: settings.lastTestAt,
})

export const fromBotColumns = (row: Selectable<BotColumns>): BotSettings => ({
  botTokenEnc: row.bot_token_enc,
  botUserId: row.bot_user_id,
  botUsername: row.bot_username,
  enabled: row.enabled,
  lastTestOk: row.last_test_ok,
  lastTestAt: row.last_test_at,
})
