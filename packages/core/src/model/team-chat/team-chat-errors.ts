import type { BotChangeFailed } from '../chat/bot-errors.ts'

/**
 * Why a team-chat server does not serve the bot. A closed list: an administrator may point Ken at
 * any address of the network, and must learn nothing else about an address that is not a team-chat
 * server.
 */
export const teamChatFaults = [
  /** Not an http or https address, or one with user, query or fragment. */
  'address_invalid',
  /**
   * An address that Ken never connects to, such as this machine's or a cloud's metadata service.
   */
  'address_forbidden',
  /** No HTTP response in time, for any reason. */
  'unreachable',
  'certificate_untrusted',
  /** A response that no team-chat server gives, such as a page or a redirect. */
  'not_team_chat',
  /** Unknown, revoked or disabled. Servers do not distinguish these, nor a failed lookup. */
  'token_refused',
  /** A person's token: Ken would read their private messages. */
  'not_a_bot',
  /** The server itself says that it cannot respond now. */
  'server_failing',
] as const
export type TeamChatFault = (typeof teamChatFaults)[number]

/**
 * Why the bot cannot be turned on: the fault that the probe found, or what is missing for a probe.
 * A closed list.
 */
export const probeFaults = [
  ...teamChatFaults,
  'address_missing',
  'token_missing',
  /** The keys that encrypted it are gone. */
  'token_unreadable',
] as const
export type ProbeFault = (typeof probeFaults)[number]

/** The text is not a server address. */
export type ServerAddressInvalid = { readonly code: 'team_chat.address_invalid' }
/** A token is bound to an address, and none is set. */
export type ServerAddressMissing = { readonly code: 'team_chat.address_missing' }
/** The text cannot be sent as a token. */
export type BotTokenInvalid = { readonly code: 'team_chat.token_invalid' }
export type TeamChatError =
  | ServerAddressInvalid
  | ServerAddressMissing
  | BotTokenInvalid
  | BotChangeFailed<'team_chat', ProbeFault>
