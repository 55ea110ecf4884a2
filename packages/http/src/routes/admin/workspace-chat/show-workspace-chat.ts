import { showWorkspaceChat } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { workspaceChatSchema, workspaceChatView } from './workspace-chat-view.ts'

/** Shows the configuration of the bot of the workspace chat. */
export const showWorkspaceChatRoute = defineRoute(
  {
    operationId: 'showWorkspaceChat',
    method: 'get',
    path: '/api/v1/admin/workspace-chat',
    tags: ['Administration'],
    summary: 'Show the bot of the workspace chat',
    description:
      'The settings without the tokens, the latest test of the connection, and whether the bot is listening.',
    guard: administratorAuthentication,
    responses: {
      200: jsonResponse('The settings, without the tokens.', workspaceChatSchema),
    },
  },
  async (context, { ken }) => {
    const outcome = await showWorkspaceChat(ken.ports, { actor: callerOf(context).actor })
    return outcome.ok
      ? respondJson(context, workspaceChatView(outcome.value, ken.config), 200)
      : problem(context, outcome.error)
  },
)
