import type { BotSettingsStore, WorkspaceChatSettings } from '@ken/core/ports'
import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { fromBotColumns, toBotColumns } from './bot-columns.ts'

export const postgresWorkspaceChatSettingsStore = (
  transaction: Transaction<Tables>,
): BotSettingsStore<WorkspaceChatSettings> => ({
  read: async () => workspaceChatSettingsOf(await select(transaction).executeTakeFirstOrThrow()),

  lock: async () =>
    workspaceChatSettingsOf(await select(transaction).forUpdate().executeTakeFirstOrThrow()),

  lockShared: async () =>
    workspaceChatSettingsOf(await select(transaction).forShare().executeTakeFirstOrThrow()),

  async findUpdatedAt() {
    const { updated_at: at } = await transaction
      .selectFrom('workspace_chat_settings')
      .select('updated_at')
      .executeTakeFirstOrThrow()
    return at
  },

  async update(settings) {
    await transaction
      .updateTable('workspace_chat_settings')
      .set({
        transport: settings.transport,
        app_token_enc: settings.appTokenEnc,
        signing_secret_enc: settings.signingSecretEnc,
        app_id: settings.appId,
        workspace_id: settings.workspaceId,
        workspace_name: settings.workspaceName,
        match_by_email: settings.matchesByEmail,
        ai_features: settings.hasAiFeatures,
        prompts: settings.prompts,
        scopes: settings.scopes,
        ...toBotColumns(settings),
      })
      .execute()
  },
})

const select = (transaction: Transaction<Tables>) =>
  transaction.selectFrom('workspace_chat_settings').selectAll()

export const workspaceChatSettingsOf = (
  row: Selectable<Tables['workspace_chat_settings']>,
): WorkspaceChatSettings => ({
  transport: row.transport,
  appTokenEnc: row.app_token_enc,
  signingSecretEnc: row.signing_secret_enc,
  appId: row.app_id,
  workspaceId: row.workspace_id,
  workspaceName: row.workspace_name,
  matchesByEmail: row.match_by_email,
  hasAiFeatures: row.ai_features,
  prompts: row.prompts,
  scopes: row.scopes,
  ...fromBotColumns(row),
})
