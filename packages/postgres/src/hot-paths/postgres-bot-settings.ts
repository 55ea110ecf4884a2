import type { BotSettingsReaders } from '@ken/core/ports'
import type { Selectable } from 'kysely'
import type { Query } from '../database.ts'
import { botMessengerSettingsOf } from '../stores/chat/postgres-bot-messenger-settings-store.ts'
import { teamChatSettingsOf } from '../stores/chat/postgres-team-chat-settings-store.ts'
import { workspaceChatSettingsOf } from '../stores/chat/postgres-workspace-chat-settings-store.ts'
import type { Tables } from '../tables.ts'

export function postgresBotSettings(lookUp: Query): BotSettingsReaders {
  const reader = <Name extends keyof typeof columns, Settings>(
    table: Name,
    settingsOf: (row: Row<Name>) => Settings,
  ) => ({
    async read() {
      const text = `select ${columns[table].join()} from ${table}`
      const [row] = await lookUp<Row<Name>>(`read_${table}`, text, [])
      if (row === undefined) throw new Error(`The table ${table} has lost its row.`)
      return settingsOf(row)
    },
  })
  return {
    botMessengerSettings: reader('bot_messenger_settings', botMessengerSettingsOf),
    teamChatSettings: reader('teamchat_settings', teamChatSettingsOf),
    workspaceChatSettings: reader('workspace_chat_settings', workspaceChatSettingsOf),
  }
}

/** What is read of a table. */
type Row<Name extends keyof typeof columns> = Pick<
  Selectable<Tables[Name]>,
  (typeof columns)[Name][number] & keyof Selectable<Tables[Name]>
>

const botColumns = [
  'bot_token_enc',
  'bot_user_id',
  'bot_username',
  'enabled',
  'last_test_ok',
  'last_test_at',
  'updated_at',
] as const

/** A migration may add columns while a statement is prepared, so each names its own. */
const columns = {
  teamchat_settings: [...botColumns, 'base_url'],
  bot_messenger_settings: [
    ...botColumns,
    'api_root',
    'transport',
    'webhook_secret_enc',
    'webhook_addresses',
  ],
  workspace_chat_settings: [
    ...botColumns,
    'transport',
    'app_token_enc',
    'signing_secret_enc',
    'app_id',
    'workspace_id',
    'workspace_name',
    'match_by_email',
    'ai_features',
    'prompts',
    'scopes',
  ],
} as const satisfies { readonly [Name in keyof Tables]?: readonly (keyof Tables[Name])[] }
