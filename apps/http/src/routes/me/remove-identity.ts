import { createRoute } from '@hono/zod-openapi'
import { removeIdentity, type IdentityId } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'

/** The end of one of the own links. */
export const removeOwnIdentityRoute = createRoute({
  operationId: 'removeOwnIdentity',
  method: 'delete',
  path: '/api/v1/me/identities/{id}',
  tags: ['Own account'],
  summary: 'Unlink a chat identity of oneself',
  security: [{ accessToken: [] }],
  request: { params: idParameter },
  responses: {
    204: { description: 'It acts as nobody from now on.' },
    ...problemResponses('identity.not_found', ...sessionProblems, ...anyProblems),
  },
})

/** Serves the removal. */
export const mountRemoveOwnIdentity = (app: SurfaceApp, surface: Surface) =>
  mount(app, removeOwnIdentityRoute, [sessionAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const identityId = context.req.valid('param').id as IdentityId
    const outcome = await removeIdentity(surface.ken.ports, { actor, userId: actor.userId, identityId })
    return outcome.ok ? answerDone(context) : problem(context, outcome.error)
  })
