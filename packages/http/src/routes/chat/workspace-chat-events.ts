import { takeWorkspaceEvents } from '@ken/core'
import { respond } from '../../respond.ts'
import type { ChatRoute } from './chat-route.ts'
import { workspaceRequest } from './workspace-request.ts'

/** Where the platform of the workspace chat sends events. */
export const workspaceChatEventsPath = '/chat/workspace_chat/events'

/** Takes events of the workspace chat. */
export const workspaceChatEvents: ChatRoute = {
  path: workspaceChatEventsPath,
  handlerOf: ({ ken }) => {
    const take = takeWorkspaceEvents(ken.ports)
    return async (context, readPosted) => {
      const outcome = await take(workspaceRequest(context, readPosted))
      if (outcome.kind === 'not_ours') return null
      return outcome.kind === 'challenge'
        ? respond(context, outcome.challenge, 200, { 'Content-Type': 'text/plain' })
        : respond(context, null, 200, {})
    }
  },
}
