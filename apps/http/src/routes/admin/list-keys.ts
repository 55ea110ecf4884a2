import { createRoute, z } from '@hono/zod-openapi'
import { listKeys, type AccountId } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { queryProblems } from '../../request/query-parameters.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { keyPosition, keySchema, keyView, ownerIdField, responsibleIdField } from '../key-view.ts'
import { mount } from '../mount.ts'
import { pageParameters, pageSchema, pageView, pageWanted } from '../page.ts'

/** Everybody's keys. */
export const listKeysRoute = createRoute({
  operationId: 'listKeys',
  method: 'get',
  path: '/api/v1/admin/keys',
  tags: ['Administration'],
  summary: 'All API keys',
  security: [{ accessToken: [] }],
  request: {
    query: z.strictObject({
      ...pageParameters(keyPosition),
      owner_id: ownerIdField.optional(),
      responsible_id: responsibleIdField.optional(),
    }),
  },
  responses: {
    200: jsonAnswer('The keys without their secrets, newest first.', pageSchema(keySchema, 'KeyPage')),
    ...problemResponses(...queryProblems, ...sessionProblems, ...anyProblems),
  },
})

/** Serves the list. */
export const mountListKeys = (app: SurfaceApp, surface: Surface) =>
  mount(app, listKeysRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const query = context.req.valid('query')
    const ownerId = (query.owner_id as AccountId | undefined) ?? null
    const responsibleId = (query.responsible_id as AccountId | undefined) ?? null
    const outcome = await listKeys(surface.ken.ports, { actor, ownerId, responsibleId, page: pageWanted(query) })
    return outcome.ok ? answerJson(context, pageView(outcome.value, keyView), 200) : problem(context, outcome.error)
  })
