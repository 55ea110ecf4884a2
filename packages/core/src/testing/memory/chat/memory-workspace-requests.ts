import type { ChatMessage } from '../../../model/chat/chat-message.ts'
import { workspaceChatPostId } from '../../../model/workspace-chat/workspace-chat-ids.ts'
import { err, ok } from '../../../model/result.ts'
import type { OpenedChat } from '../../../ports/chat/chat-greeter.ts'
import type { WorkspaceRequest, WorkspaceRequests } from '../../../ports/chat/workspace-requests.ts'

/** What a request says: a message, what a person opened, a command, a challenge, a revoked token, or none of these. */
export type MemoryRequest =
  | { readonly message: ChatMessage }
  | { readonly opened: OpenedChat }
  | { readonly command: ChatMessage | null }
  | { readonly challenge: string }
  | 'limited'
  | 'no_message'
  | 'not_direct'
  | 'revoked'

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

/** Reads such requests; of a `malformed` signature it needs no body to refuse it. */
export const memoryWorkspaceRequests = (): WorkspaceRequests => ({
  maySign: ({ signature }) => signature !== null && signature !== 'malformed',
  readEvent({ signingSecret }, { signature, body }) {
    if (signingSecret === null || signature !== signingSecret) return { kind: 'unsigned' }
    const content = contentOf(body)
    if (content === 'limited') return { kind: 'limited' }
    if (content === 'not_direct')
      return { ...noMessage, received: err({ reason: 'not_direct', post: elsewhere }) }
    if (content === 'revoked') return { ...noMessage, mayBeRevoked: true }
    if (content === 'no_message' || 'command' in content) return noMessage
    if ('challenge' in content) return { kind: 'challenge', challenge: content.challenge }
    if ('opened' in content) return { ...noMessage, opened: content.opened }
    return { ...noMessage, received: ok(dated(content.message)) }
  },
  async readCommand({ signingSecret }, { signature, body }) {
    if (signingSecret === null || signature !== signingSecret) return { kind: 'unsigned' }
    const content = contentOf(body)
    if (typeof content === 'string' || !('command' in content))
      return {
        kind: 'command',
        received: err({ reason: 'malformed', post: null }),
        reply: null,
      }
    const { command } = content
    const received = command === null ? null : ok(dated(command))
    return { kind: 'command', received, reply: { text: 'a reply' } }
  },
})

const noMessage = { kind: 'event', received: null, opened: null, mayBeRevoked: false } as const

const contentOf = (body: Uint8Array): MemoryRequest =>
  JSON.parse(new TextDecoder().decode(body)) as MemoryRequest // Only made above.

const dated = (message: ChatMessage): ChatMessage => ({
  ...message,
  postedAt: new Date(message.postedAt),
})
