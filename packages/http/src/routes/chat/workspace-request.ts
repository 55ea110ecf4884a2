import type { UnreadWorkspaceRequest } from '@ken/core'
import type { ApiContext } from '../../api-context.ts'
import { readPosted } from './chat-route.ts'

/** A request of the platform as it came, unread. */
export const workspaceRequest = (context: ApiContext): UnreadWorkspaceRequest => ({
  signature: context.req.header('x-slack-signature') ?? null,
  timestamp: context.req.header('x-slack-request-timestamp') ?? null,
  readBody: async () => {
    const body = await readPosted(context)
    return typeof body === 'string' ? null : body
  },
})
