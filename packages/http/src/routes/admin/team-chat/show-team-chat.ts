import { showTeamChat } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { teamChatSchema, teamChatView } from './team-chat-view.ts'

/** Shows the configuration of the team-chat bot. */
export const showTeamChatRoute = defineRoute(
  {
    operationId: 'showTeamChat',
    method: 'get',
    path: '/api/v1/admin/teamchat',
    tags: ['Administration'],
    summary: 'Show the team-chat bot',
    description:
      'The settings without the token, the latest test of the connection, and whether the bot is listening.',
    guard: administratorAuthentication,
    responses: {
      200: jsonResponse('The settings, without the token.', teamChatSchema),
    },
  },
  async (context, { ken }) => {
    const outcome = await showTeamChat(ken.ports, { actor: callerOf(context).actor })
    return outcome.ok
      ? respondJson(context, teamChatView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
