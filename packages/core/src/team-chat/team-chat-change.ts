import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { parseServerAddress, type ServerAddress } from '../model/team-chat/server-address.ts'
import type {
  BotTokenInvalid,
  ServerAddressInvalid,
  ServerAddressMissing,
} from '../model/team-chat/team-chat-errors.ts'
import type { TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'
import { encryptToken } from '../credentials/bot-token.ts'

/** A change of the settings. Absent fields keep their value, and null removes it. */
export type TeamChatInput = {
  readonly baseUrl?: string | null
  readonly botToken?: string | null
  readonly enabled?: boolean
}

/** A valid change. */
export type TeamChatChange = {
  readonly baseUrl?: ServerAddress | null
  readonly botToken?: string | null
  readonly enabled?: boolean
}

export const botTokenLengthMax = 512

/** Validates entered or pasted text; spaces around it are ignored. */
export function parseTeamChatChange({
  baseUrl,
  botToken,
  ...rest
}: TeamChatInput): Result<TeamChatChange, ServerAddressInvalid | BotTokenInvalid> {
  const address = typeof baseUrl === 'string' ? parseServerAddress(baseUrl.trim()) : baseUrl
  if (address === null && baseUrl !== null) return err({ code: 'team_chat.address_invalid' })
  const token = botToken?.trim() ?? botToken
  // It must fit into a header.
  if (typeof token === 'string' && (token.length > botTokenLengthMax || !/^[!-~]+$/.test(token)))
    return err({ code: 'team_chat.token_invalid' })
  return ok({
    ...rest,
    ...(address !== undefined && { baseUrl: address }),
    ...(token !== undefined && { botToken: token }),
  })
}

/**
 * The settings after the change, before any probe. A new address has no token until one is given. A new address or token
 * is unverified, so that the bot is off unless the change turns it on.
 */
export function changedTeamChat(
  before: TeamChatSettings,
  { baseUrl = before.baseUrl, botToken, enabled }: TeamChatChange,
  ports: Pick<Ports, 'cipher'>,
): Result<TeamChatSettings, ServerAddressMissing> {
  if (baseUrl === before.baseUrl && botToken === undefined)
    return ok({ ...before, enabled: enabled ?? before.enabled })
  if (typeof botToken === 'string' && baseUrl === null)
    return err({ code: 'team_chat.address_missing' })
  const botTokenEnc =
    typeof botToken === 'string' && baseUrl !== null ? encryptToken(ports, botToken, baseUrl) : null
  const unverified = { botUserId: null, botUsername: null, lastTestOk: null, lastTestAt: null }
  return ok({ ...before, ...unverified, baseUrl, botTokenEnc, enabled: enabled ?? false })
}

/** Whether both have the same address and token. */
export const isSameBot = (one: TeamChatSettings, other: TeamChatSettings): boolean =>
  one.baseUrl === other.baseUrl && one.botTokenEnc === other.botTokenEnc
