import { createRoute } from '@hono/zod-openapi'
import { listIdentities, type AccountId } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { identityListSchema, identityListView } from '../identity-view.ts'
import { mount } from '../mount.ts'

/** The external identities that act as a person. */
export const listIdentitiesRoute = createRoute({
  operationId: 'listIdentities',
  method: 'get',
  path: '/api/v1/admin/users/{id}/identities',
  tags: ['Administration'],
  summary: 'The chat identities that act as a person',
  security: [{ accessToken: [] }],
  request: { params: idParameter },
  responses: {
    200: jsonAnswer('The identities, newest first.', identityListSchema),
    ...problemResponses('account.not_found', ...sessionProblems, ...anyProblems),
  },
})

/** Serves the list. */
export const mountListIdentities = (app: SurfaceApp, surface: Surface) =>
  mount(app, listIdentitiesRoute, [administratorAuthentication(surface)], async (context) => {
    const userId = context.req.valid('param').id as AccountId
    const outcome = await listIdentities(surface.ken.ports, { actor: callerOf(context).actor, userId })
    return outcome.ok ? answerJson(context, identityListView(outcome.value), 200) : problem(context, outcome.error)
  })
