import { createRoute, z } from '@hono/zod-openapi'
import { listSessions } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problemResponses } from '../../errors/problems.ts'
import { queryProblems } from '../../request/query-parameters.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'
import { pageParameters, pageSchema, pageView, pageWanted } from '../page.ts'
import { sessionPosition, sessionSchema, sessionView } from './session-view.ts'

/** Where one is signed in. */
export const listSessionsRoute = createRoute({
  operationId: 'listSessions',
  method: 'get',
  path: '/api/v1/me/sessions',
  tags: ['Own account'],
  summary: 'The own sessions',
  security: [{ accessToken: [] }],
  request: { query: z.strictObject(pageParameters(sessionPosition)) },
  responses: {
    200: jsonAnswer('The sessions, latest activity first.', pageSchema(sessionSchema, 'SessionPage')),
    ...problemResponses(...queryProblems, ...sessionProblems, ...anyProblems),
  },
})

/** Serves the sessions. */
export const mountListSessions = (app: SurfaceApp, surface: Surface) =>
  mount(app, listSessionsRoute, [sessionAuthentication(surface, { isPlainRead: true })], async (context) => {
    const { actor } = callerOf(context)
    const page = pageWanted(context.req.valid('query'))
    return answerJson(context, pageView(await listSessions(surface.ken.ports, { actor, page }), sessionView), 200)
  })
