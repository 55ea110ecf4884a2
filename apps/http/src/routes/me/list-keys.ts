import { createRoute, z } from '@hono/zod-openapi'
import { listKeys } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { queryProblems } from '../../request/query-parameters.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { keyPosition, keySchema, keyView } from '../key-view.ts'
import { mount } from '../mount.ts'
import { pageParameters, pageSchema, pageView, pageWanted } from '../page.ts'

/** The own keys. */
export const listOwnKeysRoute = createRoute({
  operationId: 'listOwnKeys',
  method: 'get',
  path: '/api/v1/me/keys',
  tags: ['Own account'],
  summary: 'The own API keys',
  security: [{ accessToken: [] }],
  request: { query: z.strictObject(pageParameters(keyPosition)) },
  responses: {
    200: jsonAnswer('The keys without their secrets, newest first.', pageSchema(keySchema, 'KeyPage')),
    ...problemResponses(...queryProblems, ...sessionProblems, ...anyProblems),
  },
})

/** Serves the list. */
export const mountListOwnKeys = (app: SurfaceApp, surface: Surface) =>
  mount(app, listOwnKeysRoute, [sessionAuthentication(surface, { isPlainRead: true })], async (context) => {
    const { actor } = callerOf(context)
    const page = pageWanted(context.req.valid('query'))
    const outcome = await listKeys(surface.ken.ports, { actor, ownerId: actor.userId, page })
    return outcome.ok ? answerJson(context, pageView(outcome.value, keyView), 200) : problem(context, outcome.error)
  })
