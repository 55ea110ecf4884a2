import type { Cipher } from '../ports/credentials/cipher.ts'
import type { Log } from '../ports/platform/log.ts'
import type { BotMessengerBot } from '../ports/chat/chat-bot.ts'
import {
  isMessengerAvailable,
  type BotMessengerSettings,
} from '../model/bot-messenger/bot-messenger-settings.ts'
import { decryptToken } from './decrypt-token.ts'

type Keys = { readonly cipher: Cipher; readonly log: Log }
type MessengerSecret = 'bot_messenger_token' | 'bot_messenger_webhook'
type Owner = Pick<BotMessengerSettings, 'apiRoot' | 'botUserId'>

/** A token is decrypted for its bot at its address only. */
const ownerOf = ({ apiRoot, botUserId }: Owner): string => `${botUserId} ${apiRoot}`

/** The bot; null if none is available. If no key decrypts its token, logs an error and returns null. */
export function messengerBotOf(keys: Keys, settings: BotMessengerSettings): BotMessengerBot | null {
  const { apiRoot, botUserId: botId, webhookSecretEnc, webhookAddresses } = settings
  const token = isMessengerAvailable(settings) ? messengerTokenOf(keys, settings) : null
  if (botId === null || token === null) return null
  const webhookSecret = webhookSecretOf(keys, settings)
  if (webhookSecretEnc !== null && webhookSecret === null) return null
  return { source: 'bot_messenger', apiRoot, token, botId, webhookSecret, webhookAddresses }
}

/** The decrypted token, whether the bot is on or not; null as in `messengerBotOf`. */
export const messengerTokenOf = (keys: Keys, settings: BotMessengerSettings): string | null =>
  decrypt(keys, settings, settings.botTokenEnc, 'bot_messenger_token')

/** The decrypted secret of the webhook; null as in `messengerBotOf`. */
export const webhookSecretOf = (keys: Keys, settings: BotMessengerSettings): string | null =>
  decrypt(keys, settings, settings.webhookSecretEnc, 'bot_messenger_webhook')

function decrypt(
  { cipher, log }: Keys,
  owner: Owner,
  encrypted: string | null,
  purpose: MessengerSecret,
): string | null {
  if (encrypted === null) return null
  const text = decryptToken(cipher, encrypted, { purpose, ownerId: ownerOf(owner) })
  if (text === null) log.error('bot_messenger.token_unreadable', {})
  return text
}

/** Encrypts a token for its bot at one address. */
export const encryptMessengerToken = (
  { cipher }: Pick<Keys, 'cipher'>,
  token: string,
  owner: Owner,
): string => cipher.encrypt(token, { purpose: 'bot_messenger_token', ownerId: ownerOf(owner) })

/** Encrypts the secret of a webhook for the bot at one address. */
export const encryptWebhookSecret = (
  { cipher }: Pick<Keys, 'cipher'>,
  secret: string,
  owner: Owner,
): string => cipher.encrypt(secret, { purpose: 'bot_messenger_webhook', ownerId: ownerOf(owner) })
