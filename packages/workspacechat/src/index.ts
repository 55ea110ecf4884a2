export {
  slackApiUrl,
  slackWorkspaceChat,
  type SlackWorkspaceChat,
  type SlackWorkspaceChatOptions,
} from './slack-workspace-chat.ts'
