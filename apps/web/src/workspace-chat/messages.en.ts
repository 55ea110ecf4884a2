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
  stepsByHttp: [
    'Create the app with the link below: choose the workspace, and create it from the manifest as it is.',
    'Install the app under “Install App”, and copy the bot token.',
    'Copy the App ID and the Signing Secret under “Basic Information”, “App Credentials”.',
    'Enter all three below, save them, and turn the bot on.',
    'Under “Event Subscriptions” of the app, choose “Retry” until the address is “Verified”, and save.',
  ],
  scopesMissing: 'The app lacks permissions for what is turned on:',
  scopesHint:
    'Add these bot scopes under “OAuth & Permissions”, install the app again, and enter its bot token. Then test the connection.',
  forHttp: 'Signing secret, for messages by HTTP',
  signingSecret: 'Signing secret',
  secretStored: 'A secret is stored. It is never shown; enter another one to replace it.',
  secretNone: 'No secret is stored.',
  signingSecretInvalid:
    'This is not a signing secret. It is shown under “Basic Information”, “App Credentials”.',
  appId: 'App ID',
  appIdHint: 'It begins with A, and is shown under “Basic Information”.',
  appIdIs: (id: string) => `The app is ${id}. Enter another one only for another app.`,
  appIdInvalid:
    'Enter the App ID: it begins with A, and is shown under “Basic Information” of the app.',
  transport: 'How messages arrive',
  isFetched: 'Ken opens connections to the platform. The platform never connects to Ken.',
  isPosted: 'The platform sends each message to Ken, by HTTP.',
  fetch: 'Receive messages over connections',
  post: 'Receive messages by HTTP',
  nowFetched: 'Ken opens connections within 30 seconds. None of the messages is lost.',
  nowPosted: 'Ken now takes messages by HTTP. Change the app, too: the steps above say how.',
  insecure:
    'The platform sends to https addresses only. Set KEN_BASE_URL to the https address of Ken, and restart Ken.',
  refusedTransport: 'Nothing was changed.',
  eventsUrl: 'Address for events',
  copyEventsUrl: 'Copy the address for events',
  copyCommandsUrl: 'Copy the address of the command',
  commandsUrl: 'Address of the command',
  lastEvent: 'Last request',
  noEvent: 'none yet',
  aiFeatures: 'AI features',
  aiText:
    'The app then shows that Ken is at work, and suggests questions to people who open it. It needs the AI features of the platform, which some plans do not have, and the bot scope assistant:write. Everything else works without them.',
  aiOn: 'Use the AI features of the platform',
  prompts: 'Suggested questions',
  promptsHint: 'One per line, at most four of up to 75 characters.',
  promptsInvalid: 'Enter at most four questions, each on one line of up to 75 characters.',
  aiSave: 'Save the AI features',
  aiSaved: 'Saved.',
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
