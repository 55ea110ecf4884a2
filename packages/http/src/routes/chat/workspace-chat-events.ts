import { takeWorkspaceEvents, type UnreadWorkspaceRequest } from '@ken/core'
import type { ApiContext } from '../../api-context.ts'
import { respond } from '../../respond.ts'
import { readPosted, type ChatRoute } from './chat-route.ts'

/** Where the platform of the workspace chat sends events. */
export const workspaceChatEventsPath = '/chat/workspace_chat/events'

/** Takes events of the workspace chat. */
export const workspaceChatEvents: ChatRoute = {
  path: workspaceChatEventsPath,
  handlerOf: ({ ken }) => {
    const take = takeWorkspaceEvents(ken.ports)
    return async (context) => {
      const outcome = await take(workspaceRequest(context))
      if (outcome.kind === 'not_ours') return null
      return outcome.kind === 'challenge'
        ? respond(context, outcome.challenge, 200, { 'Content-Type': 'text/plain' })
        : respond(context, null, 200, {})
    }
  },
}

/** A request of the platform as it came, unread. */
export const workspaceRequest = (context: ApiContext): UnreadWorkspaceRequest => ({
  signature: context.req.header('x-slack-signature') ?? null,
  timestamp: context.req.header('x-slack-request-timestamp') ?? null,
  readBody: async () => {
    const body = await readPosted(context)
    return typeof body === 'string' ? null : body
  },
})
