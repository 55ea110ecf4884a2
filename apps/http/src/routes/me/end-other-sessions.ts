import { createRoute, z } from '@hono/zod-openapi'
import { endAllSessions } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, emptyRequest, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'

/** How many sessions ended, on the wire. */
export const endedSchema = z.object({ ended: z.int() }).openapi('EndedSessions')

/** The end of every own session but the current one. */
export const endOtherSessionsRoute = createRoute({
  operationId: 'endOtherSessions',
  method: 'post',
  path: '/api/v1/me/sessions/end-others',
  tags: ['Own account'],
  summary: 'End all other sessions of the own account',
  security: [{ accessToken: [] }],
  request: emptyRequest,
  responses: {
    200: jsonAnswer('Ended.', endedSchema),
    ...problemResponses(...sessionProblems, ...bodyProblems),
  },
})

/** Serves the end of the others. */
export const mountEndOtherSessions = (app: SurfaceApp, surface: Surface) =>
  mount(app, endOtherSessionsRoute, [sessionAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const ended = await endAllSessions(surface.ken.ports, { actor, keepCurrent: true })
    return answerJson(context, { ended }, 200)
  })
