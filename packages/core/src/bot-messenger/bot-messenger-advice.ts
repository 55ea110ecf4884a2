import { botDeliveryAdvice } from '../chat/settings/bot-delivery.ts'
import type {
  MessengerProbeFault,
  WebhookError,
} from '../model/bot-messenger/bot-messenger-errors.ts'
import type { MessengerDeliveryFault } from './bot-messenger-status.ts'

/** What each reason means and what to do about it. */
export const botMessengerAdvice: {
  readonly [Reason in MessengerProbeFault | MessengerDeliveryFault]: string
} = {
  address_invalid:
    'Not a valid address. Enter one such as https://api.telegram.org, without user, query, fragment or token.',
  address_forbidden:
    'Ken never connects to this address: it belongs to the machine that Ken runs on, to the local link or to the metadata service of a cloud. Enter the address of the Bot API. If your own server of it runs on the same machine as Ken, set KEN_TEAMCHAT_LOOPBACK=allow.',
  unreachable:
    'No HTTP response from the Bot API in time. Check the address, and that no firewall blocks Ken.',
  certificate_untrusted:
    'The certificate of the server is not trusted. Renew it, or start Ken with NODE_EXTRA_CA_CERTS naming the authority that signed it.',
  not_telegram:
    'The server at this address is not a server of the Bot API. Enter https://api.telegram.org, or the address of your own server.',
  token_refused:
    'The platform refuses the token. Check it with @BotFather, or create a new one there with /token.',
  webhook_elsewhere:
    'Another program receives the messages of this bot through a webhook. Check which one, remove its webhook, or create another bot for Ken.',
  server_failing: 'The platform reports that it is unavailable. Try again later.',
  other_poller:
    'Another program fetches the messages of this bot. Check which one and stop it, or create another bot for Ken.',
  webhook_refused:
    'The platform refuses to post to Ken. Check that KEN_BASE_URL is an address on the internet with port 443, 80, 88 or 8443, or choose polling.',
  webhook_failing:
    'The platform posts messages to Ken and gets no confirmation. Check the last error of the webhook; until its cause is gone, choose polling.',
  webhook_insecure:
    'The platform posts to https addresses only. Check that KEN_BASE_URL is the https address of Ken, or choose polling.',
  token_missing: 'The token for this address is missing. Enter the token of the bot.',
  ...botDeliveryAdvice,
}

/** What each error of the webhook means and what to do about it. */
export const webhookErrorAdvice: { readonly [Reason in WebhookError]: string } = {
  unresolved:
    'The platform does not find the host of KEN_BASE_URL. Check that its name is known on the internet.',
  refused:
    'The platform could not connect. Check that Ken or its reverse proxy runs, and that the firewall lets the platform in.',
  timed_out:
    'The platform got no response in time. Check that the firewall lets the platform in, and how busy Ken is.',
  certificate:
    'The platform does not trust the certificate. Check that it is of a public authority, with the whole chain, and not expired.',
  not_found:
    'The platform got the response for an unknown address. Check that the reverse proxy passes /chat/ on to Ken, with the header X-Telegram-Bot-Api-Secret-Token.',
  redirected:
    'The platform was redirected, and does not follow. Check that KEN_BASE_URL is the address that responds itself.',
  unavailable:
    'Ken or its reverse proxy was unavailable. Check Ken with ken doctor if it happens again.',
  other: 'The platform got no confirmation. Check the log of the reverse proxy and of Ken.',
}
