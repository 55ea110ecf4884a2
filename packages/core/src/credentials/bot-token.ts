import type { Cipher } from '../ports/credentials/cipher.ts'
import type { Log } from '../ports/platform/log.ts'
import type { TeamChatBot } from '../ports/chat/chat-bot.ts'
import type { ServerAddress } from '../model/team-chat/server-address.ts'
import { isAvailable, type TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'
import { decryptToken } from './decrypt-token.ts'

type Keys = { readonly cipher: Cipher; readonly log: Log }

/** The bot; null if none is available. If no key decrypts its token, logs an error and returns null. */
export function botOf(keys: Keys, settings: TeamChatSettings): TeamChatBot | null {
  const { baseUrl, botUserId: botId } = settings
  const token = isAvailable(settings) ? tokenOf(keys, settings) : null
  return baseUrl === null || botId === null || token === null
    ? null
    : { source: 'teamchat', baseUrl, token, botId }
}

/** The decrypted token, whether the bot is on or not; null as in `botOf`. */
export function tokenOf({ cipher, log }: Keys, settings: TeamChatSettings): string | null {
  const { baseUrl, botTokenEnc } = settings
  if (baseUrl === null || botTokenEnc === null) return null
  const token = decryptToken(cipher, botTokenEnc, {
    purpose: 'teamchat_bot_token',
    ownerId: baseUrl,
  })
  if (token === null) log.error('team_chat.token_unreadable', {})
  return token
}

/** Encrypts a token for one server address. */
export const encryptToken = (
  { cipher }: Pick<Keys, 'cipher'>,
  token: string,
  baseUrl: ServerAddress,
): string => cipher.encrypt(token, { purpose: 'teamchat_bot_token', ownerId: baseUrl })
