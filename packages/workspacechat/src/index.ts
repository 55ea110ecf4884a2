export {
  slackApiUrl,
  slackWorkspaceChat,
  type SlackWorkspaceChatOptions,
} from './slack-workspace-chat.ts'
