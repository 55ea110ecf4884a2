import type { Contract } from '../contract/contract.ts'
import { messages as teamChat } from '../team-chat/messages.en.ts'

/** Why the platform was not reached, did not accept the token, or delivers nothing. */
type Fault =
  | NonNullable<Contract['ProbedBotMessenger']['reason']>
  | NonNullable<Contract['BotMessengerDelivery']['reason']>

type WebhookError = NonNullable<NonNullable<Contract['BotMessenger']['webhook']>['last_error']>

/** The words of the bot messenger, in English, as far as they are not those of team chat. */
export const messages = {
  ...teamChat,
  title: 'Bot messenger',
  lead: 'People write to the bot in Telegram, and Ken answers with what they may see.',
  address: 'Address of the Bot API',
  addressHint:
    'https://api.telegram.org, or a server of your own. With a new address the token is needed again, and all links of chat accounts end.',
  token: 'Token of the bot',
  tokenInvalid: 'This is not a token of a bot. @BotFather gives it.',
  tested: 'The platform accepts the token.',
  lastGood: 'Last test: the platform accepts the token',
  transport: 'How messages arrive',
  isFetched: 'Ken fetches the messages. The platform never connects to Ken.',
  isPosted: 'The platform posts the messages to Ken, by webhook.',
  fetch: 'Have Ken fetch the messages',
  post: 'Have the platform post the messages',
  nowFetched: 'Ken fetches the messages within 30 seconds. None is lost.',
  nowPosted: 'The platform posts the messages within 30 seconds. None is lost.',
  insecure:
    'The platform posts to https addresses only. Set KEN_BASE_URL to the https address of Ken, and restart Ken.',
  refusedTransport: 'Nothing was changed.',
  postedTo: 'Address',
  pending: 'Messages on their way',
  lastError: 'Last error',
  noError: 'The platform reports no error.',
  webhookErrors: {
    unresolved: 'the host of the address was not found.',
    refused: 'no connection was accepted.',
    timed_out: 'there was no response in time.',
    certificate: 'the certificate is not trusted.',
    not_found: 'the address was not known there.',
    redirected: 'the address redirects.',
    unavailable: 'Ken or its reverse proxy was unavailable.',
    other: 'the messages were not confirmed.',
  } satisfies Record<WebhookError, string>,
  faults: {
    address_invalid: 'The address is not valid.',
    address_forbidden: 'Ken never connects to this address.',
    unreachable: 'The platform does not respond.',
    certificate_untrusted: 'The certificate of the server is not trusted.',
    not_telegram: 'There is no Bot API at this address.',
    token_refused: 'The platform refuses the token.',
    webhook_elsewhere: 'Another program receives the messages through a webhook.',
    other_poller: 'Another program fetches the messages of this bot.',
    webhook_refused: 'The platform refuses to post messages to the address of Ken.',
    webhook_failing: 'The platform posts messages to Ken, and they do not arrive.',
    webhook_insecure: 'The address of Ken is not https, so the platform does not post to it.',
    server_failing: 'The platform reports that it is unavailable.',
    token_missing: 'The token is missing.',
    token_unreadable: 'The stored token cannot be decrypted. Enter it again.',
    off: 'The bot is off.',
    no_listener: 'No listener is running. One starts within 30 seconds after the bot is turned on.',
    starting: 'The listener is connecting.',
  } satisfies Record<Fault, string>,
}

export type Messages = typeof messages
