import type { BotChangeFailed } from '../chat/bot-errors.ts'

/** Why the workspace chat does not serve the bot. A closed list. */
export const workspaceChatFaults = [
  /** An address that Ken never connects to. */
  'address_forbidden',
  /** No HTTP response in time, for any reason. */
  'unreachable',
  'certificate_untrusted',
  /** A response that the platform never gives, such as a page of a proxy. */
  'not_slack',
  /** The bot token is unknown or revoked, or its app was removed. */
  'token_refused',
  /** The token belongs to a person. */
  'not_a_bot',
  /** The bot token lacks a permission that the bot needs. */
  'scope_missing',
  /** The app token is unknown or revoked, or may open no connection. */
  'app_token_refused',
  /** The two tokens are of different apps. */
  'apps_differ',
  /** The platform itself says that it cannot respond now. */
  'server_failing',
] as const
export type WorkspaceChatFault = (typeof workspaceChatFaults)[number]

/** The platform withholds messages: too many came within an hour. */
export const eventsLimited = 'events_limited'

/**
 * Why the bot cannot be turned on: the fault that the probe found, or what is missing for a probe.
 * A closed list.
 */
export const workspaceProbeFaults = [
  ...workspaceChatFaults,
  'token_missing',
  'app_token_missing',
  'signing_secret_missing',
  /** The keys that encrypted a token are gone. */
  'token_unreadable',
] as const
export type WorkspaceProbeFault = (typeof workspaceProbeFaults)[number]

export type WorkspaceChatError =
  /** The text is not the token of a bot. */
  | { readonly code: 'workspace_chat.bot_token_invalid' }
  /** The text is not the token of an app. */
  | { readonly code: 'workspace_chat.app_token_invalid' }
  /** The text is not a secret that the platform signs with. */
  | { readonly code: 'workspace_chat.signing_secret_invalid' }
  /** The text is not the id of an app, or not that of the app token in the same change. */
  | { readonly code: 'workspace_chat.app_id_invalid' }
  /** More than four questions, or one that is empty, too long or longer than one line. */
  | { readonly code: 'workspace_chat.prompts_invalid' }
  /** The platform sends requests to an https address only. */
  | { readonly code: 'workspace_chat.base_url_insecure' }
  /** A token or secret was given, but not the app that it belongs to. */
  | { readonly code: 'workspace_chat.app_unknown' }
  /** Matching by address was turned on before a workspace was confirmed. */
  | { readonly code: 'workspace_chat.workspace_unknown' }
  | BotChangeFailed<'workspace_chat', WorkspaceProbeFault>
