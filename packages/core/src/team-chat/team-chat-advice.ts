import type { DeliveryFault } from './shown-team-chat.ts'
import type { ProbeFault } from '../model/team-chat/team-chat-errors.ts'

/** What each reason means and what to do about it, for whoever sets the bot up. */
export const teamChatAdvice: { readonly [Reason in ProbeFault | DeliveryFault]: string } = {
  address_invalid:
    'The address cannot be one of a server. Enter it as https://chat.example.com, without user, query or fragment.',
  address_forbidden:
    'Ken never connects to this address: it belongs to the machine that Ken runs on, to the local link or to the metadata of a cloud. Enter the address that people reach the team-chat server at; where that is the machine of Ken, set KEN_TEAMCHAT_LOOPBACK=allow.',
  unreachable:
    'Nothing answers in HTTP at the address within five seconds. Check the address, that the team-chat server runs, and that a firewall lets Ken through.',
  certificate_untrusted:
    'The certificate of the server is not trusted. Renew it, or start Ken with NODE_EXTRA_CA_CERTS naming the authority that signed it.',
  not_team_chat:
    'What answers at the address is no team-chat server with the v4 API. Enter the address that people open in a browser, with its path if it has one, and https where it redirects.',
  token_refused:
    'The server refuses the token. Check that the bot account is enabled and its token not revoked, or create another token.',
  not_a_bot: 'The token belongs to a person. Create a bot account and enter the token of that.',
  server_failing: 'The server says that it cannot answer now. Try again when it is well.',
  address_missing: 'No address of a team-chat server is known. Enter one.',
  token_missing: 'No token is known for this address. Enter the token of the bot account.',
  token_unreadable:
    'The token was encrypted with secrets of Ken that are gone. Check that KEN_SECRETS lost no entry and put it back, or enter the token again.',
  off: 'The bot is off. Turn it on when people are to reach it.',
  no_listener:
    'No listener says that it hears. One begins within 30 seconds of turning the bot on; otherwise check that `ken scheduler`, or `ken start`, runs.',
  starting: 'The listener has just begun to connect. Look again in a minute.',
}
