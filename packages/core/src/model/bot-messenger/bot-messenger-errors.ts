import type { BotChangeFailed } from '../chat/bot-errors.ts'

/** Why the bot messenger does not serve the bot when it is asked. A closed list. */
export const botMessengerProbeFaults = [
  /** Not an http or https address, or one with user, query, fragment or token. */
  'address_invalid',
  /** An address that Ken never connects to, such as this machine's or a cloud's metadata service. */
  'address_forbidden',
  /** No HTTP response in time, for any reason. */
  'unreachable',
  'certificate_untrusted',
  /** A response that no server of the bot API gives, such as a page or a redirect. */
  'not_telegram',
  /** Unknown or revoked. */
  'token_refused',
  /** Another program receives the messages through a webhook. */
  'webhook_elsewhere',
  /** The server itself says that it cannot respond now. */
  'server_failing',
] as const
export type BotMessengerProbeFault = (typeof botMessengerProbeFaults)[number]

/** Why the listener of the bot receives nothing. */
export const botMessengerFaults = [
  ...botMessengerProbeFaults,
  /** Another program fetches the messages. */
  'other_poller',
  /** The platform does not post to an address like this. */
  'webhook_refused',
  /** The platform posts, and gets no confirmation. */
  'webhook_failing',
  /** The base URL is not https any more. */
  'webhook_insecure',
] as const
export type BotMessengerFault = (typeof botMessengerFaults)[number]

/**
 * Why the bot cannot be turned on: the fault that the probe found, or what is missing for a probe.
 * A closed list.
 */
export const messengerProbeFaults = [
  ...botMessengerProbeFaults,
  'token_missing',
  /** The keys that encrypted it are gone. */
  'token_unreadable',
] as const
export type MessengerProbeFault = (typeof messengerProbeFaults)[number]

/** Why the platform could not post to Ken. A closed list. */
export const webhookErrors = [
  'unresolved',
  'refused',
  'timed_out',
  'certificate',
  'not_found',
  'redirected',
  'unavailable',
  'other',
] as const
export type WebhookError = (typeof webhookErrors)[number]

export type BotMessengerError =
  /** The base URL is not https, which the platform requires of a webhook. */
  | { readonly code: 'bot_messenger.webhook_insecure' }
  /** The text is not a server address. */
  | { readonly code: 'bot_messenger.address_invalid' }
  /** The text is not a token of a bot. */
  | { readonly code: 'bot_messenger.token_invalid' }
  | BotChangeFailed<'bot_messenger', MessengerProbeFault>
