import type { Contract } from '../contract/contract.ts'
import { messages as teamChat } from '../team-chat/messages.en.ts'

/** Why the platform was not reached, did not accept the tokens, or delivers nothing. */
type Fault =
  | NonNullable<Contract['ProbedWorkspaceChat']['reason']>
  | NonNullable<Contract['WorkspaceChatDelivery']['reason']>

/** The words of the workspace chat, in English, as far as they are not those of team chat. */
export const messages = {
  ...teamChat,
  title: 'Workspace chat',
  lead: 'People write to the app in Slack, and Ken answers with what they may see.',
  app: 'App',
  appIs: (id: string, workspace: string | null) =>
    workspace === null ? `The app is ${id}.` : `The app is ${id}, in ${workspace}.`,
  createApp: 'Create the app',
  otherApp: 'Create another app',
  steps: [
    'Create the app with the link below: choose the workspace, and create it from the manifest as it is.',
    'Install the app under “Install App”, and copy the bot token.',
    'Under “Basic Information”, “App-Level Tokens”, generate a token with the scope connections:write, and copy it.',
    'Enter both tokens below, save them, and turn the bot on.',
  ],
  token: 'Bot token (xoxb-…)',
  tokenInvalid: 'This is not a bot token. It begins with xoxb-, and is shown under “Install App”.',
  appToken: 'App-level token (xapp-…)',
  appTokenInvalid:
    'This is not an app-level token. It begins with xapp-, and is shown under “Basic Information”.',
  appTokenFirst: 'Enter the app-level token, too: it names the app that both belong to.',
  tokensHint: 'With the tokens of another app, bot or workspace, all links of chat accounts end.',
  matching: 'Linking by email address',
  matchingOn: 'Members are linked by the email address that they confirmed in the workspace.',
  matchingOff: 'Members link themselves with a code.',
  matchingText:
    'The app needs the bot scope users:read.email for it. A member is linked to the active account of the same address and informed by email. People who manage the workspace can then read what its members may see.',
  matchingTurnOn: 'Link by address',
  matchingTurnOff: 'Stop linking by address',
  matchingTurnedOn: 'Linking by address was turned on.',
  matchingTurnedOff: 'Linking by address was turned off.',
  matchingForOwners: 'Only an Owner can turn this on.',
  tested: 'The platform accepts both tokens.',
  lastGood: 'Last test: the platform accepts both tokens',
  faults: {
    address_forbidden: 'Ken never connects to the address in KEN_WORKSPACE_CHAT_URL.',
    unreachable: 'The platform does not respond.',
    certificate_untrusted: 'The certificate of the server is not trusted.',
    not_slack: 'Another server answers instead of the platform.',
    token_refused: 'The platform refuses the bot token.',
    not_a_bot: 'The token belongs to a person. Use the bot token of the app.',
    scope_missing: 'The bot token lacks a permission.',
    app_token_refused: 'The platform refuses the app-level token.',
    apps_differ: 'The two tokens belong to different apps.',
    server_failing: 'The platform reports that it is unavailable.',
    token_missing: 'The bot token is missing.',
    app_token_missing: 'The app-level token is missing.',
    signing_secret_missing: 'The signing secret is missing.',
    events_limited:
      'The platform withholds messages, because too many came within an hour. Ken reads them back.',
    token_unreadable: 'A stored token cannot be decrypted. Enter both again.',
    off: 'The bot is off.',
    no_listener: 'No listener is running. One starts within 30 seconds after the bot is turned on.',
    starting: 'The listener is connecting.',
  } satisfies Record<Fault, string>,
}

export type Messages = typeof messages
