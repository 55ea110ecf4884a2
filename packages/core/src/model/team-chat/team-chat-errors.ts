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

/** Why the bot cannot be turned on: what a probe found, or that there is nothing to probe with. A closed list. */
export const probeFaults = [
  ...teamChatFaults,
  'address_missing',
  'token_missing',
  /** The keys that it was encrypted with are gone. */
  'token_unreadable',
] as const
export type ProbeFault = (typeof probeFaults)[number]

/** The text is no address of a server. */
export type ServerAddressInvalid = { readonly code: 'team_chat.address_invalid' }
/** A token is kept for one address, and there is none. */
export type ServerAddressMissing = { readonly code: 'team_chat.address_missing' }
/** The text is no token that a request can carry. */
export type BotTokenInvalid = { readonly code: 'team_chat.token_invalid' }
/** The bot was to be turned on and is not. */
export type ProbeFailed = { readonly code: 'team_chat.probe_failed'; readonly reason: ProbeFault }
/** Too many servers that were asked did not serve the bot: Ken is no port scanner. */
export type ProbesExhausted = { readonly code: 'team_chat.probes_exhausted'; readonly retryAfterSeconds: number }
/** While the server was asked, somebody else changed what it was asked for. Nothing was changed. */
export type TeamChatChanged = { readonly code: 'team_chat.changed_meanwhile' }

export type TeamChatError =
  | ServerAddressInvalid
  | ServerAddressMissing
  | BotTokenInvalid
  | ProbeFailed
  | ProbesExhausted
  | TeamChatChanged
