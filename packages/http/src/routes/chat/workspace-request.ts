import type { UnreadWorkspaceRequest } from '@ken/core'
import type { ApiContext } from '../../api-context.ts'
import type { ReadPosted } from './chat-route.ts'

/** A request of the platform as it came, unread. */
export const workspaceRequest = (
  context: ApiContext,
  readPosted: ReadPosted,
): UnreadWorkspaceRequest => ({
  signature: context.req.header('x-slack-signature') ?? null,
  timestamp: context.req.header('x-slack-request-timestamp') ?? null,
  readBody: async () => {
    const body = await readPosted()
    return typeof body === 'string' ? null : body
  },
})
