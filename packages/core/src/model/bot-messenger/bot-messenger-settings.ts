import type { BotSettings } from '../chat/bot-settings.ts'
import { parseServerAddress, type ServerAddress } from '../team-chat/server-address.ts'

/** The address of the platform's own bot API. */
export const defaultApiRoot = parseServerAddress('https://api.telegram.org')!

/** How messages come: Ken fetches them, or the platform posts them to Ken. */
export const messengerTransports = ['polling', 'webhook'] as const
export type MessengerTransport = (typeof messengerTransports)[number]

/** Where the platform posts updates, below the base URL. */
export const messengerUpdatesPath = '/chat/bot_messenger/updates'

/** The settings of the bot messenger and its bot. */
export type BotMessengerSettings = BotSettings & {
  readonly apiRoot: ServerAddress
  /** Encrypted for `apiRoot` and the bot; nothing else can decrypt it. */
  readonly botTokenEnc: string | null
  /** The bot of the last token, even after the token was removed: links belong to it. */
  readonly botUserId: string | null
  readonly transport: MessengerTransport
  /** The secret that the platform sends when it posts; null while it does not post. Encrypted like the token. */
  readonly webhookSecretEnc: string | null
  /** The addresses that Ken has set as webhooks of the bot. Any other address belongs to another program. */
  readonly webhookAddresses: readonly string[]
}

/** Whether the bot can be used. */
export const isMessengerAvailable = (settings: BotMessengerSettings): boolean =>
  settings.enabled && settings.botTokenEnc !== null && settings.botUserId !== null

/** The bot that a token belongs to: the number at its beginning; null if the text is no token. */
export const botIdOfToken = (token: string): string | null =>
  /^(\d{1,20}):[\w-]{20,200}$/.exec(token)?.[1] ?? null
