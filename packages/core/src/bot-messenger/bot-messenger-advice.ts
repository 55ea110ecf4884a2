import { botDeliveryAdvice } from '../chat/settings/bot-delivery.ts'
import type { MessengerProbeFault } from '../model/bot-messenger/bot-messenger-errors.ts'
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
    'No HTTP response from the Bot API within five seconds. Check the address, and that no firewall blocks Ken.',
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
  token_missing: 'The token for this address is missing. Enter the token of the bot.',
  ...botDeliveryAdvice,
}
