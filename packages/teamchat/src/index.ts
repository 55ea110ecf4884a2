export { v4TeamChat, type V4TeamChatOptions } from './v4-team-chat.ts'
