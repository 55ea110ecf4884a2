import {
  botMessengerAdvice,
  botTokenLengthMax,
  teamChatAdvice,
  workspaceChatAdvice,
  type KenError,
  type KenErrorCode,
} from '@ken/core'
import type { Advice } from './advice.ts'

type ChatErrorCode = Extract<
  KenErrorCode,
  `${'bot_messenger' | 'team_chat' | 'workspace_chat'}.${string}`
>

/** The advice for every failure of the settings of a chat. */
export const chatAdvice: {
  readonly [Code in ChatErrorCode]: Advice<Extract<KenError, { readonly code: Code }>>
} = {
  'bot_messenger.address_invalid': {
    field: 'api_root',
    label: 'The address of the Bot API',
    rule: 'must be an http or https address without user, query, fragment or token, such as https://api.telegram.org',
  },
  'bot_messenger.changed_meanwhile': {
    text: 'The settings were changed during the test of the connection. Check them and try again.',
  },
  'bot_messenger.probe_failed': { text: ({ reason }) => botMessengerAdvice[reason] },
  'bot_messenger.probes_exhausted': {
    text: ({ retryAfterSeconds }) =>
      `Too many tests of the bot messenger have failed. Try again in ${retryAfterSeconds} s.`,
  },
  'bot_messenger.token_invalid': {
    field: 'bot_token',
    label: 'The token',
    rule: 'must be the token of a bot, such as 123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0',
  },
  'bot_messenger.webhook_insecure': {
    field: 'transport',
    label: 'The transport',
    rule: 'must be polling unless KEN_BASE_URL is an https address: the platform posts to no other',
  },
  'workspace_chat.app_token_invalid': {
    field: 'app_token',
    label: 'The app-level token',
    rule: 'must be an app-level token, which begins with xapp-. The bot token, which begins with xoxb-, is another field',
  },
  'workspace_chat.app_unknown': {
    field: 'app_token',
    label: 'The app-level token',
    rule: 'must be given with the first token or secret if the App ID is not, so that Ken knows which app they belong to',
  },
  'workspace_chat.app_id_invalid': {
    field: 'app_id',
    label: 'The App ID',
    rule: 'must be the one under “Basic Information”, which begins with A, and match the app-level token if one is given',
  },
  'workspace_chat.signing_secret_invalid': {
    field: 'signing_secret',
    label: 'The signing secret',
    rule: 'must be the one under “Basic Information”, “App Credentials”, with only letters and digits',
  },
  'workspace_chat.prompts_invalid': {
    field: 'prompts',
    label: 'The suggested questions',
    rule: 'must be at most four, each one line of 1 to 75 characters',
  },
  'workspace_chat.base_url_insecure': {
    field: 'transport',
    label: 'The transport',
    rule: 'can be `http` only if KEN_BASE_URL is an https address that the platform can reach',
  },
  'workspace_chat.bot_token_invalid': {
    field: 'bot_token',
    label: 'The bot token',
    rule: 'must be a bot token, which begins with xoxb-. The app-level token, which begins with xapp-, is another field; the token of a person, which begins with xoxp-, cannot be used',
  },
  'workspace_chat.workspace_unknown': {
    text: 'Matching by address needs a confirmed workspace. Turn the bot on or test the connection first. Then turn matching on, in a request without tokens.',
  },
  'workspace_chat.changed_meanwhile': {
    text: 'The settings were changed during the test of the connection. Check them and try again.',
  },
  'workspace_chat.probe_failed': { text: ({ reason }) => workspaceChatAdvice[reason] },
  'workspace_chat.probes_exhausted': {
    text: ({ retryAfterSeconds }) =>
      `Too many tests of the workspace chat have failed. Try again in ${retryAfterSeconds} s.`,
  },
  'team_chat.address_invalid': {
    field: 'base_url',
    label: 'The address of the team-chat server',
    rule: 'must be an http or https address without user, query or fragment, such as https://chat.example.com',
  },
  'team_chat.address_missing': {
    field: 'base_url',
    label: 'The address of the team-chat server',
    rule: 'must be given: a token is for one server',
  },
  'team_chat.changed_meanwhile': {
    text: 'The settings were changed during the test of the connection. Check them and try again.',
  },
  'team_chat.probe_failed': { text: ({ reason }) => teamChatAdvice[reason] },
  'team_chat.probes_exhausted': {
    text: ({ retryAfterSeconds }) =>
      `Too many tests of team-chat servers have failed. Try again in ${retryAfterSeconds} s.`,
  },
  'team_chat.token_invalid': {
    field: 'bot_token',
    label: 'The token',
    rule: `must be 1 to ${botTokenLengthMax} visible ASCII characters`,
  },
}
