import { createRoute } from '@hono/zod-openapi'
import { listIdentities } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { identityListSchema, identityListView } from '../identity-view.ts'
import { mount } from '../mount.ts'

/** The external identities that act as oneself. */
export const listOwnIdentitiesRoute = createRoute({
  operationId: 'listOwnIdentities',
  method: 'get',
  path: '/api/v1/me/identities',
  tags: ['Own account'],
  summary: 'The chat identities that act as oneself',
  security: [{ accessToken: [] }],
  responses: {
    200: jsonAnswer('The identities, newest first.', identityListSchema),
    ...problemResponses('account.not_found', ...sessionProblems, ...anyProblems),
  },
})

/** Serves the list. */
export const mountListOwnIdentities = (app: SurfaceApp, surface: Surface) =>
  mount(app, listOwnIdentitiesRoute, [sessionAuthentication(surface, { isPlainRead: true })], async (context) => {
    const { actor } = callerOf(context)
    const outcome = await listIdentities(surface.ken.ports, { actor, userId: actor.userId })
    return outcome.ok ? answerJson(context, identityListView(outcome.value), 200) : problem(context, outcome.error)
  })
