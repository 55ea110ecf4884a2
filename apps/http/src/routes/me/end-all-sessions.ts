import { createRoute } from '@hono/zod-openapi'
import { endAllSessions } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, emptyRequest, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'
import { endedSchema } from './end-other-sessions.ts'

/** The end of every own session, on all devices. */
export const endAllSessionsRoute = createRoute({
  operationId: 'endAllSessions',
  method: 'post',
  path: '/api/v1/me/sessions/end-all',
  tags: ['Own account'],
  summary: 'Sign out on all devices',
  security: [{ accessToken: [] }],
  request: emptyRequest,
  responses: {
    200: jsonAnswer('Ended, with the session that asked. The cookie is gone.', endedSchema),
    ...problemResponses(...sessionProblems, ...bodyProblems),
  },
})

/** Serves the end of them all. */
export const mountEndAllSessions = (app: SurfaceApp, surface: Surface) =>
  mount(app, endAllSessionsRoute, [sessionAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const ended = await endAllSessions(surface.ken.ports, { actor, keepCurrent: false })
    surface.refreshCookie.clear(context)
    return answerJson(context, { ended }, 200)
  })
