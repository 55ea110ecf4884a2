export { readSignedEvent, type EventRequest, type SignedEvent } from './events/signed-event.ts'
export {
  slackApiUrl,
  slackWorkspaceChat,
  type SlackWorkspaceChatOptions,
} from './slack-workspace-chat.ts'
