import type { Result } from '../result.ts'

/** Where a team-chat server is, as an administrator wrote it, and the token that speaks there for the bot. */
export type TeamChatServer = { readonly baseUrl: string; readonly token: string }

/** Who a token speaks for. */
export type BotIdentity = { readonly id: string; readonly handle: string }

/**
 * Why a team-chat server does not serve the bot. A closed list, because an administrator may point Ken at any address of
 * the network: it says nothing of an address that is no team-chat server beyond what stands here (R73).
 */
export const teamChatFaults = [
  /** No http or https address, or one with user, query or fragment. */
  'address_invalid',
  /** An address that Ken never connects to, such as one of this machine or of a cloud's metadata. */
  'address_forbidden',
  /** No answer in HTTP within the time, for whatever reason. */
  'unreachable',
  'certificate_untrusted',
  /** An answer that no team-chat server gives, such as a page or a redirect. */
  'not_team_chat',
  /** Unknown, revoked or disabled: servers do not tell these apart, nor from a fault in looking it up. */
  'token_refused',
  /** The token of a person: Ken would read what others write to them. */
  'not_a_bot',
  /** It says itself that it cannot answer now. */
  'server_failing',
] as const
export type TeamChatFault = (typeof teamChatFaults)[number]

/** Asks a team-chat server whether it would serve the bot. */
export interface TeamChatProbe {
  /** Ends within six seconds, and never throws. Follows no redirect, so that the token stays at that address. */
  probe(server: TeamChatServer): Promise<Result<BotIdentity, TeamChatFault>>
}
