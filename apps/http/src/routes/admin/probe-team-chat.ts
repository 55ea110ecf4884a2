import { createRoute, z } from '@hono/zod-openapi'
import { teamChatAdvice, probeFaults, probeTeamChat } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, emptyRequest, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'
import { teamChatSchema, teamChatView } from './team-chat-view.ts'

const probedTeamChatSchema = z
  .object({
    ok: z.boolean().openapi({ description: 'Whether the server takes the token.' }),
    reason: z.enum(probeFaults).nullable().openapi({ description: 'Why not; null when it does.' }),
    detail: z.string().nullable().openapi({ description: 'What the reason means and what to do about it.' }),
    teamchat: teamChatSchema,
  })
  .openapi('ProbedTeamChat')

/** The test of the connection to the team-chat server. */
export const probeTeamChatRoute = createRoute({
  operationId: 'probeTeamChat',
  method: 'post',
  path: '/api/v1/admin/teamchat/test',
  tags: ['Administration'],
  summary: 'Test the connection to the team-chat server',
  description: 'Asks the server who the token speaks for. It tells of address and token only, and switches nothing.',
  security: [{ accessToken: [] }],
  request: emptyRequest,
  responses: {
    200: jsonAnswer('What the server said, and the settings with that verdict.', probedTeamChatSchema),
    ...problemResponses('team_chat.probes_exhausted', 'account.forbidden', ...sessionProblems, ...bodyProblems),
  },
})

/** Serves the test. */
export const mountProbeTeamChat = (app: SurfaceApp, surface: Surface) =>
  mount(app, probeTeamChatRoute, [administratorAuthentication(surface)], async (context) => {
    const outcome = await probeTeamChat(surface.ken.ports, { actor: callerOf(context).actor })
    if (!outcome.ok) return problem(context, outcome.error)
    const { fault: reason, teamChat } = outcome.value
    const detail = reason === null ? null : teamChatAdvice[reason]
    return answerJson(context, { ok: reason === null, reason, detail, teamchat: teamChatView(teamChat) }, 200)
  })
