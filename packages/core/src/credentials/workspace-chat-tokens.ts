import type { Cipher } from '../ports/credentials/cipher.ts'
import type { Log } from '../ports/platform/log.ts'
import type { WorkspaceChatBot, WorkspaceChatTokens } from '../ports/chat/chat-bot.ts'
import {
  isWorkspaceAvailable,
  transportSecretOf,
  type WorkspaceChatSettings,
} from '../model/workspace-chat/workspace-chat-settings.ts'
import { decryptToken } from './decrypt-token.ts'

/** The field of the settings that holds a token or the secret. */
export type WorkspaceTokenField = 'botTokenEnc' | 'appTokenEnc' | 'signingSecretEnc'

const purposes = {
  botTokenEnc: 'workspace_chat_bot_token',
  appTokenEnc: 'workspace_chat_app_token',
  signingSecretEnc: 'workspace_chat_signing_secret',
} as const

type Keys = { readonly cipher: Cipher; readonly log: Log }

/** The bot; null if none is available. If no key decrypts a token, logs an error and returns null. */
export function workspaceBotOf(
  keys: Keys,
  settings: WorkspaceChatSettings,
): WorkspaceChatBot | null {
  const { appId, workspaceId, botUserId: botId, hasAiFeatures } = settings
  const tokens = isWorkspaceAvailable(settings) ? workspaceTokensOf(keys, settings) : null
  return appId === null || workspaceId === null || botId === null || tokens === null
    ? null
    : { source: 'workspace_chat', ...tokens, appId, workspaceId, botId, hasAiFeatures }
}

/**
 * The stored tokens and secret that can be used, decrypted, whether the bot is on or not. Null if one that the
 * transport needs is missing or cannot be decrypted, as in `workspaceBotOf`.
 */
export function workspaceTokensOf(
  keys: Keys,
  settings: WorkspaceChatSettings,
): WorkspaceChatTokens | null {
  const needed = transportSecretOf(settings)
  const botToken = workspaceTokenOf(keys, settings, 'botTokenEnc')
  const appToken = needed === 'appTokenEnc' ? workspaceTokenOf(keys, settings, 'appTokenEnc') : null
  const signingSecret = workspaceTokenOf(keys, settings, 'signingSecretEnc')
  const isComplete = (needed === 'appTokenEnc' ? appToken : signingSecret) !== null
  return botToken === null || !isComplete ? null : { botToken, appToken, signingSecret }
}

/** One of the tokens, decrypted; null as in `workspaceBotOf`. */
export function workspaceTokenOf(
  { cipher, log }: Keys,
  { appId: ownerId, ...settings }: WorkspaceChatSettings,
  field: WorkspaceTokenField,
): string | null {
  const stored = settings[field]
  if (ownerId === null || stored === null) return null
  const token = decryptToken(cipher, stored, { purpose: purposes[field], ownerId })
  if (token === null) log.error('workspace_chat.token_unreadable', {})
  return token
}

/** Encrypts a token or the secret for its app and its field. */
export const encryptWorkspaceToken = (
  { cipher }: Pick<Keys, 'cipher'>,
  field: WorkspaceTokenField,
  token: string,
  appId: string,
): string => cipher.encrypt(token, { purpose: purposes[field], ownerId: appId })
