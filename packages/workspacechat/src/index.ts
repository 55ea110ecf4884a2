export { slackWorkspaceRequests } from './requests/slack-workspace-requests.ts'
export {
  slackApiUrl,
  slackWorkspaceChat,
  type SlackWorkspaceChat,
  type SlackWorkspaceChatOptions,
} from './slack-workspace-chat.ts'
