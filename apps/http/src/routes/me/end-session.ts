import { createRoute } from '@hono/zod-openapi'
import { endSession, type SessionId } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'

/** The end of one of the own sessions. */
export const endSessionRoute = createRoute({
  operationId: 'endSession',
  method: 'delete',
  path: '/api/v1/me/sessions/{id}',
  tags: ['Own account'],
  summary: 'End another session of the own account',
  security: [{ accessToken: [] }],
  request: { params: idParameter },
  responses: {
    204: { description: 'Ended.' },
    ...problemResponses('session.not_found', 'session.is_current', ...sessionProblems, ...anyProblems),
  },
})

/** Serves the end. Somebody else's session is as unknown as none (R47). */
export const mountEndSession = (app: SurfaceApp, surface: Surface) =>
  mount(app, endSessionRoute, [sessionAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const outcome = await endSession(surface.ken.ports, { actor, sessionId: context.req.valid('param').id as SessionId })
    return outcome.ok ? answerDone(context) : problem(context, outcome.error)
  })
