import { takeWorkspaceCommands } from '@ken/core'
import { respond, respondJson } from '../../respond.ts'
import type { ChatRoute } from './chat-route.ts'
import { workspaceRequest } from './workspace-request.ts'

/** Where the platform of the workspace chat sends commands. */
export const workspaceChatCommandsPath = '/chat/workspace_chat/commands'

/** Takes commands of the workspace chat. The response is what the asker is shown. */
export const workspaceChatCommands: ChatRoute = {
  path: workspaceChatCommandsPath,
  handlerOf: ({ ken }) => {
    const take = takeWorkspaceCommands(ken.ports)
    return async (context, readPosted) => {
      const outcome = await take(workspaceRequest(context, readPosted))
      if (outcome.kind === 'not_ours') return null
      return outcome.reply === null
        ? respond(context, null, 200, {})
        : respondJson(context, outcome.reply, 200)
    }
  },
}
