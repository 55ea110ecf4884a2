import { z } from '@hono/zod-openapi'
import { teamChatAdvice, probeFaults, probeTeamChat } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { emptyRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { teamChatSchema, teamChatView } from './team-chat-view.ts'

const probedTeamChatSchema = z
  .object({
    ok: z.boolean().openapi({ description: 'Whether the server accepts the token.' }),
    reason: z.enum(probeFaults).nullable().openapi({ description: 'Why not; null if it does.' }),
    detail: z
      .string()
      .nullable()
      .openapi({ description: 'An explanation of the reason and what to do.' }),
    teamchat: teamChatSchema,
  })
  .openapi('ProbedTeamChat')

/** Tests the connection to the team-chat server. */
export const probeTeamChatRoute = defineRoute(
  {
    operationId: 'probeTeamChat',
    method: 'post',
    path: '/api/v1/admin/teamchat/test',
    tags: ['Administration'],
    summary: 'Test the connection to the team-chat server',
    description:
      'Asks the server for the account of the token. This tests only address and token, and changes nothing.',
    guard: administratorAuthentication,
    request: emptyRequest,
    responses: {
      200: jsonResponse('The result, and the settings with it.', probedTeamChatSchema),
    },
    problems: ['team_chat.probes_exhausted'],
  },
  async (context, { ken }) => {
    const outcome = await probeTeamChat(ken.ports, { actor: callerOf(context).actor })
    if (!outcome.ok) return problem(context, outcome.error)
    const { fault: reason, teamChat } = outcome.value
    const detail = reason === null ? null : teamChatAdvice[reason]
    return respondJson(
      context,
      { ok: reason === null, reason, detail, teamchat: teamChatView(teamChat) },
      200,
    )
  },
)
