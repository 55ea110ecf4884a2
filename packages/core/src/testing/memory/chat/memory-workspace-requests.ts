import type { ChatMessage } from '../../../model/chat/chat-message.ts'
import { workspaceChatPostId } from '../../../model/workspace-chat/workspace-chat-ids.ts'
import { err, ok } from '../../../model/result.ts'
import type { WorkspaceRequest, WorkspaceRequests } from '../../../ports/chat/workspace-requests.ts'

/** What a request says: a message, a challenge, or what is none of both. */
export type MemoryRequest =
  | { readonly message: ChatMessage }
  | { readonly challenge: string }
  | 'limited'
  | 'no_message'
  | 'not_direct'

const elsewhere = {
  postId: workspaceChatPostId({ workspaceId: 'T1', channelId: 'C1', ts: '1900000000.000100' }),
  postedAt: new Date(1_900_000_000_000),
}
const encoder = new TextEncoder()

/** A request in memory. Its signature is the secret itself. */
export const memoryWorkspaceRequest = (
  content: MemoryRequest,
  signature: string | null,
): WorkspaceRequest => ({
  signature,
  timestamp: null,
  body: encoder.encode(JSON.stringify(content)),
})

/** Reads such requests. */
export const memoryWorkspaceRequests = (): WorkspaceRequests => ({
  readEvent({ signingSecret }, { signature, body }) {
    if (signingSecret === null || signature !== signingSecret) return { kind: 'unsigned' }
    const content = JSON.parse(new TextDecoder().decode(body)) as MemoryRequest // Only made above.
    if (content === 'limited') return { kind: 'limited' }
    if (content === 'no_message') return { kind: 'event', received: null }
    if (content === 'not_direct')
      return { kind: 'event', received: err({ reason: 'not_direct', post: elsewhere }) }
    if ('challenge' in content) return { kind: 'challenge', challenge: content.challenge }
    const { message } = content
    return { kind: 'event', received: ok({ ...message, postedAt: new Date(message.postedAt) }) }
  },
})
