import { teamChatFaults } from '../ports/team-chat-probe.ts'

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
