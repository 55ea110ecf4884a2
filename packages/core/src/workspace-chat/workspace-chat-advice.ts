import { botDeliveryAdvice } from '../chat/settings/bot-delivery.ts'
import type { WorkspaceProbeFault } from '../model/workspace-chat/workspace-chat-errors.ts'
import type { WorkspaceDeliveryFault } from './workspace-chat-status.ts'

/** What each reason means and what to do about it. */
export const workspaceChatAdvice: {
  readonly [Reason in WorkspaceProbeFault | WorkspaceDeliveryFault]: string
} = {
  address_forbidden:
    'Ken never connects to the address in KEN_WORKSPACE_CHAT_URL: it belongs to the machine that Ken runs on, to the local link or to the metadata service of a cloud. Check the variable. If a gateway runs on the same machine as Ken, set KEN_TEAMCHAT_LOOPBACK=allow.',
  unreachable:
    'No HTTP response from the platform in time. Check that no firewall blocks Ken, and KEN_WORKSPACE_CHAT_URL if it is set.',
  certificate_untrusted:
    'The certificate of the server is not trusted. Renew it, or start Ken with NODE_EXTRA_CA_CERTS naming the authority that signed it.',
  not_slack:
    'Another server answers instead of the platform. Check whether a proxy is in between, and KEN_WORKSPACE_CHAT_URL if it is set.',
  token_refused:
    'The platform refuses the bot token. Check under “OAuth & Permissions” whether the app is still installed, and enter the bot token shown there.',
  not_a_bot:
    'The token belongs to a person. Enter the bot token of the app, which begins with xoxb-.',
  scope_missing:
    'The bot token lacks a permission. Check that the app has the bot scopes chat:write, im:history, im:read and users:read, install it again and enter its bot token.',
  app_token_refused:
    'The platform refuses the app-level token. Check under “Basic Information” that it exists, has the scope connections:write, and that Socket Mode is on; or create a new one.',
  apps_differ:
    'Bot token and app do not belong together. Enter the bot token, and the app-level token or the App ID, of the same app.',
  server_failing: 'The platform reports that it is unavailable. Try again later.',
  token_missing: 'The bot token is missing. Enter it; it begins with xoxb-.',
  app_token_missing: 'The app-level token is missing. Enter it; it begins with xapp-.',
  signing_secret_missing:
    'The signing secret is missing. Enter it; it is under “Basic Information”, “App Credentials”.',
  events_limited:
    'The platform withholds messages, because too many came within an hour. Ken reads them back. Check whether another program uses the app.',
  ...botDeliveryAdvice,
}
