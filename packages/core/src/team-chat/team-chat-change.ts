import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { parseServerAddress, type ServerAddress } from '../model/team-chat/server-address.ts'
import type { BotTokenInvalid, ServerAddressInvalid, ServerAddressMissing } from '../model/team-chat/team-chat-errors.ts'
import type { TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'
import { encryptToken } from '../credentials/bot-token.ts'

/** What is to become of the settings: what is left out stays, and null takes away. */
export type TeamChatInput = {
  readonly baseUrl?: string | null
  readonly botToken?: string | null
  readonly enabled?: boolean
}

/** The same, of which every part can be used. */
export type TeamChatChange = {
  readonly baseUrl?: ServerAddress | null
  readonly botToken?: string | null
  readonly enabled?: boolean
}

export const botTokenLengthMax = 512

/** Reads what somebody entered or pasted: spaces around it are not meant. */
export function parseTeamChatChange({
  baseUrl,
  botToken,
  ...rest
}: TeamChatInput): Result<TeamChatChange, ServerAddressInvalid | BotTokenInvalid> {
  const address = typeof baseUrl === 'string' ? parseServerAddress(baseUrl.trim()) : baseUrl
  if (address === null && baseUrl !== null) return err({ code: 'team_chat.address_invalid' })
  const token = botToken?.trim() ?? botToken
  // A header carries it.
  if (typeof token === 'string' && (token.length > botTokenLengthMax || !/^[!-~]+$/.test(token)))
    return err({ code: 'team_chat.token_invalid' })
  return ok({ ...rest, ...(address !== undefined && { baseUrl: address }), ...(token !== undefined && { botToken: token }) })
}

/**
 * The settings with the change, as if it needed no proof. Another address has no token until one is given with it or
 * after it, and with another address or token nothing is proven any more, so that the bot is off unless it is
 * to be on.
 */
export function changedTeamChat(
  before: TeamChatSettings,
  { baseUrl = before.baseUrl, botToken, enabled }: TeamChatChange,
  ports: Pick<Ports, 'cipher'>,
): Result<TeamChatSettings, ServerAddressMissing> {
  if (baseUrl === before.baseUrl && botToken === undefined) return ok({ ...before, enabled: enabled ?? before.enabled })
  if (typeof botToken === 'string' && baseUrl === null) return err({ code: 'team_chat.address_missing' })
  const botTokenEnc = typeof botToken === 'string' && baseUrl !== null ? encryptToken(ports, botToken, baseUrl) : null
  const unproven = { botUserId: null, botUsername: null, lastTestOk: null, lastTestAt: null }
  return ok({ ...before, ...unproven, baseUrl, botTokenEnc, enabled: enabled ?? false })
}

/** Whether both hold the same bot: address and token. */
export const isSameBot = (one: TeamChatSettings, other: TeamChatSettings): boolean =>
  one.baseUrl === other.baseUrl && one.botTokenEnc === other.botTokenEnc
