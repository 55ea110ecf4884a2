import type { Cipher } from '../ports/credentials/cipher.ts'
import type { Log } from '../ports/platform/log.ts'
import type { BotMessengerBot } from '../ports/chat/chat-bot.ts'
import {
  isMessengerAvailable,
  type BotMessengerSettings,
} from '../model/bot-messenger/bot-messenger-settings.ts'

type Keys = { readonly cipher: Cipher; readonly log: Log }
type Owner = Pick<BotMessengerSettings, 'apiRoot' | 'botUserId'>

/** A token is decrypted for its bot at its address only. */
const ownerOf = ({ apiRoot, botUserId }: Owner): string => `${botUserId} ${apiRoot}`

/** The bot; null if none is available. If no key decrypts its token, logs an error and returns null. */
export function messengerBotOf(keys: Keys, settings: BotMessengerSettings): BotMessengerBot | null {
  const { apiRoot, botUserId: botId } = settings
  const token = isMessengerAvailable(settings) ? messengerTokenOf(keys, settings) : null
  return botId === null || token === null
    ? null
    : { source: 'bot_messenger', apiRoot, token, botId }
}

/** The decrypted token, whether the bot is on or not; null as in `messengerBotOf`. */
export function messengerTokenOf(
  { cipher, log }: Keys,
  settings: BotMessengerSettings,
): string | null {
  const { botTokenEnc } = settings
  if (botTokenEnc === null) return null
  const ownerId = ownerOf(settings)
  const token = cipher.decrypt(botTokenEnc, { purpose: 'bot_messenger_token', ownerId })
  if (token === null) log.error('bot_messenger.token_unreadable', {})
  return token
}

/** Encrypts a token for its bot at one address. */
export const encryptMessengerToken = (
  { cipher }: Pick<Keys, 'cipher'>,
  token: string,
  owner: Owner,
): string => cipher.encrypt(token, { purpose: 'bot_messenger_token', ownerId: ownerOf(owner) })
