import { createRoute } from '@hono/zod-openapi'
import { showTeamChat } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'
import { teamChatSchema, teamChatView } from './team-chat-view.ts'

/** How the team-chat bot is set up. */
export const showTeamChatRoute = createRoute({
  operationId: 'showTeamChat',
  method: 'get',
  path: '/api/v1/admin/teamchat',
  tags: ['Administration'],
  summary: 'The team-chat bot',
  security: [{ accessToken: [] }],
  responses: {
    200: jsonAnswer('The settings, without the token.', teamChatSchema),
    ...problemResponses('account.forbidden', ...sessionProblems, ...anyProblems),
  },
})

/** Serves the settings. */
export const mountShowTeamChat = (app: SurfaceApp, surface: Surface) =>
  mount(app, showTeamChatRoute, [administratorAuthentication(surface)], async (context) => {
    const outcome = await showTeamChat(surface.ken.ports, { actor: callerOf(context).actor })
    return outcome.ok ? answerJson(context, teamChatView(outcome.value), 200) : problem(context, outcome.error)
  })
