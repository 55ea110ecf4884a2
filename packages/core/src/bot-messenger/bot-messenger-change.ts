import {
  botIdOfToken,
  defaultApiRoot,
  type BotMessengerSettings,
  type MessengerTransport,
} from '../model/bot-messenger/bot-messenger-settings.ts'
import type { BotMessengerError } from '../model/bot-messenger/bot-messenger-errors.ts'
import { parseServerAddress, type ServerAddress } from '../model/team-chat/server-address.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Ports } from '../ports/index.ts'
import { encryptMessengerToken, encryptWebhookSecret } from '../credentials/bot-messenger-token.ts'

/**
 * A change of the settings. Absent fields keep their value. Null removes the token, and restores the platform's own
 * address.
 */
export type BotMessengerInput = {
  readonly apiRoot?: string | null
  readonly botToken?: string | null
  readonly transport?: MessengerTransport
  readonly enabled?: boolean
}

/** A valid change. */
export type BotMessengerChange = {
  readonly apiRoot?: ServerAddress
  readonly botToken?: string | null
  readonly transport?: MessengerTransport
  readonly enabled?: boolean
}

type Invalid = Extract<
  BotMessengerError,
  { readonly code: 'bot_messenger.address_invalid' | 'bot_messenger.token_invalid' }
>

/** Whether the path has the form of a token, as in a request of the Bot API: addresses are shown and audited. */
const hasToken = (address: ServerAddress): boolean =>
  /\/(?:bot)?\d+(?::|%3a)/i.test(new URL(address).pathname)

/** Validates entered or pasted text; spaces around it are ignored. */
export function parseBotMessengerChange({
  apiRoot,
  botToken,
  ...rest
}: BotMessengerInput): Result<BotMessengerChange, Invalid> {
  const address = typeof apiRoot === 'string' ? parseServerAddress(apiRoot.trim()) : defaultApiRoot
  if (address === null || hasToken(address)) return err({ code: 'bot_messenger.address_invalid' })
  const token = botToken?.trim() ?? botToken
  if (typeof token === 'string' && botIdOfToken(token) === null)
    return err({ code: 'bot_messenger.token_invalid' })
  return ok({
    ...rest,
    ...(apiRoot !== undefined && { apiRoot: address }),
    ...(token !== undefined && { botToken: token }),
  })
}

/**
 * The settings after the change, before any probe. A new address has no token until one is given. A new address or token
 * is unverified, so that the bot is off unless the change turns it on. Every change gives the webhook a new secret.
 */
export function changedBotMessenger(
  before: BotMessengerSettings,
  change: BotMessengerChange,
  ports: Pick<Ports, 'cipher' | 'secrets'>,
): BotMessengerSettings {
  const { transport = before.transport } = change
  const after = { ...changedBot(before, change, ports), transport }
  if (after.transport === 'polling') return { ...after, webhookSecretEnc: null }
  const isUnchanged =
    isSameMessengerBot(before, after) &&
    before.transport === after.transport &&
    before.enabled === after.enabled
  if (isUnchanged) return after
  const secret = ports.secrets.newSecret().plain
  return { ...after, webhookSecretEnc: encryptWebhookSecret(ports, secret, after) }
}

function changedBot(
  before: BotMessengerSettings,
  { apiRoot = before.apiRoot, botToken, enabled }: BotMessengerChange,
  ports: Pick<Ports, 'cipher'>,
): BotMessengerSettings {
  if (apiRoot === before.apiRoot && botToken === undefined)
    return { ...before, enabled: enabled ?? before.enabled }
  const token = botToken ?? null
  const botUserId = token === null ? before.botUserId : botIdOfToken(token)
  const botTokenEnc =
    token === null ? null : encryptMessengerToken(ports, token, { apiRoot, botUserId })
  const unverified = { botUsername: null, lastTestOk: null, lastTestAt: null }
  const isSamePlace = apiRoot === before.apiRoot && botUserId === before.botUserId
  return {
    ...before,
    ...unverified,
    apiRoot,
    botTokenEnc,
    botUserId,
    webhookAddresses: isSamePlace ? before.webhookAddresses : [],
    enabled: enabled ?? false,
  }
}

/** Whether both have the same address and token. */
export const isSameMessengerBot = (
  one: BotMessengerSettings,
  other: BotMessengerSettings,
): boolean => one.apiRoot === other.apiRoot && one.botTokenEnc === other.botTokenEnc
