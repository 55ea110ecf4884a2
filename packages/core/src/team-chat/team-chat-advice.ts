import { botDeliveryAdvice } from '../chat/settings/bot-delivery.ts'
import type { DeliveryFault } from './team-chat-status.ts'
import type { ProbeFault } from '../model/team-chat/team-chat-errors.ts'

/** What each reason means and what to do about it. */
export const teamChatAdvice: { readonly [Reason in ProbeFault | DeliveryFault]: string } = {
  address_invalid:
    'Not a valid server address. Enter one such as https://chat.example.com, without user, query or fragment.',
  address_forbidden:
    'Ken never connects to this address: it belongs to the machine that Ken runs on, to the local link or to the metadata service of a cloud. Enter the address that people use for the team-chat server. If the server runs on the same machine as Ken, set KEN_TEAMCHAT_LOOPBACK=allow.',
  unreachable:
    'No HTTP response from the address within five seconds. Check the address, that the team-chat server runs, and that no firewall blocks Ken.',
  certificate_untrusted:
    'The certificate of the server is not trusted. Renew it, or start Ken with NODE_EXTRA_CA_CERTS naming the authority that signed it.',
  not_team_chat:
    'The server at this address is not a team-chat server with the v4 API. Enter the address that people open in a browser, with its path if it has one, and with https if it redirects there.',
  token_refused:
    'The server refuses the token. Check that the bot account is enabled and its token is not revoked, or create a new token.',
  not_a_bot: 'The token belongs to a person. Create a bot account and enter its token.',
  server_failing: 'The server reports that it is unavailable. Try again later.',
  address_missing: 'The address of the team-chat server is missing. Enter it.',
  token_missing: 'The token for this address is missing. Enter the token of the bot account.',
  ...botDeliveryAdvice,
}
