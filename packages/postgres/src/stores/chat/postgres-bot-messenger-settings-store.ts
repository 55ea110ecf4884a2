import {
  defaultApiRoot,
  parseServerAddress,
  type BotMessengerSettings,
  type BotSettingsStore,
} from '@ken/core/ports'
import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { fromBotColumns, toBotColumns } from './bot-columns.ts'

export const postgresBotMessengerSettingsStore = (
  transaction: Transaction<Tables>,
): BotSettingsStore<BotMessengerSettings> => ({
  read: async () => botMessengerSettingsOf(await select(transaction).executeTakeFirstOrThrow()),

  lock: async () =>
    botMessengerSettingsOf(await select(transaction).forUpdate().executeTakeFirstOrThrow()),

  lockShared: async () =>
    botMessengerSettingsOf(await select(transaction).forShare().executeTakeFirstOrThrow()),

  async findUpdatedAt() {
    const { updated_at: at } = await transaction
      .selectFrom('bot_messenger_settings')
      .select('updated_at')
      .executeTakeFirstOrThrow()
    return at
  },

  async update(settings) {
    await transaction
      .updateTable('bot_messenger_settings')
      .set({
        api_root: settings.apiRoot,
        transport: settings.transport,
        webhook_secret_enc: settings.webhookSecretEnc,
        webhook_addresses: settings.webhookAddresses,
        ...toBotColumns(settings),
      })
      .execute()
  },
})

const select = (transaction: Transaction<Tables>) =>
  transaction.selectFrom('bot_messenger_settings').selectAll()

export const botMessengerSettingsOf = (
  row: Selectable<Tables['bot_messenger_settings']>,
): BotMessengerSettings => ({
  apiRoot: parseServerAddress(row.api_root) ?? defaultApiRoot,
  transport: row.transport,
  webhookSecretEnc: row.webhook_secret_enc,
  webhookAddresses: row.webhook_addresses,
  ...fromBotColumns(row),
})
