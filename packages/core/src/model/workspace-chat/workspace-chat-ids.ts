import type { ChatPostId } from '../chat/chat-post.ts'

/** A message in a workspace, or in an organization with several. The ids are the platform's. */
export type WorkspaceChatMessage = {
  readonly workspaceId: string
  readonly channelId: string
  /** The time of the message, which identifies it within its channel. */
  readonly ts: string
}

const postIdForm = /^workspace_chat:([A-Z0-9]+):([A-Z0-9]+):([0-9.]+)$/
const channelIdForm = /^([A-Z0-9]+):([A-Z0-9]+)$/

/** The id of a message, unique among the posts of all chats. */
export const workspaceChatPostId = ({
  workspaceId,
  channelId,
  ts,
}: WorkspaceChatMessage): ChatPostId =>
  `workspace_chat:${workspaceId}:${channelId}:${ts}` as ChatPostId // No other platform has this form, which a test proves.

/** A command that a person typed. Its trigger is unique. */
export type WorkspaceChatCommand = {
  readonly workspaceId: string
  readonly userId: string
  readonly triggerId: string
}

/** The id of a command, which is no message: the platform shows it nowhere. */
export const workspaceChatCommandId = ({
  workspaceId,
  userId,
  triggerId,
}: WorkspaceChatCommand): ChatPostId =>
  `workspace_chat:${workspaceId}:${userId}:command:${triggerId}` as ChatPostId // As above.

/** The message of an id; null if the id is that of a command or of another platform. */
export function workspaceChatMessageOf(postId: ChatPostId): WorkspaceChatMessage | null {
  const [, workspaceId, channelId, ts] = postIdForm.exec(postId) ?? []
  return workspaceId === undefined || channelId === undefined || ts === undefined
    ? null
    : { workspaceId, channelId, ts }
}

/** The id of a channel or a person, which the platform makes unique within a workspace. */
export const inWorkspace = (workspaceId: string, id: string): string => `${workspaceId}:${id}`

/** The platform's own id of a channel or a person; null if it is of another platform. */
export const withoutWorkspace = (id: string): string | null => channelIdForm.exec(id)?.[2] ?? null

/** The address where people write to an app, in any workspace. */
export const workspaceAppUrl = (appId: string): string =>
  `https://slack.com/app_redirect?app=${appId}`
