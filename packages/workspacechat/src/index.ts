export { readSignedEvent, type EventRequest, type SignedEvent } from './events/signed-event.ts'
export {
  slackApiUrl,
  slackWorkspaceChat,
  type SlackWorkspaceChat,
  type SlackWorkspaceChatOptions,
} from './slack-workspace-chat.ts'
