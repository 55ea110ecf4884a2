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
