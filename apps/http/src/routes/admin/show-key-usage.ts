import { createRoute } from '@hono/zod-openapi'
import { showKeyUsage, type KeyId } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { queryProblems } from '../../request/query-parameters.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { keyUsageQuery, keyUsageSchema, keyUsageView } from '../key-usage-view.ts'
import { mount } from '../mount.ts'

/** The usage of anybody's key. */
export const showKeyUsageRoute = createRoute({
  operationId: 'showKeyUsage',
  method: 'get',
  path: '/api/v1/admin/keys/{id}/usage',
  tags: ['Administration'],
  summary: 'What the calls with an API key came to',
  security: [{ accessToken: [] }],
  request: { params: idParameter, query: keyUsageQuery },
  responses: {
    200: jsonAnswer('Counts by hour and outcome.', keyUsageSchema),
    ...problemResponses('key.not_found', ...queryProblems, ...sessionProblems, ...anyProblems),
  },
})

/** Serves the usage. */
export const mountShowKeyUsage = (app: SurfaceApp, surface: Surface) =>
  mount(app, showKeyUsageRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const keyId = context.req.valid('param').id as KeyId
    const outcome = await showKeyUsage(surface.ken.ports, { actor, keyId, scope: 'all', ...context.req.valid('query') })
    return outcome.ok ? answerJson(context, keyUsageView(outcome.value), 200) : problem(context, outcome.error)
  })
