import { createRoute, z } from '@hono/zod-openapi'
import { removeIdentity, type AccountId, type IdentityId } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems } from '../declarations.ts'
import { idForm } from '../id-parameter.ts'
import { mount } from '../mount.ts'

/** The end of somebody's link, by the permission matrix. */
export const removeIdentityRoute = createRoute({
  operationId: 'removeIdentity',
  method: 'delete',
  path: '/api/v1/admin/users/{id}/identities/{identity_id}',
  tags: ['Administration'],
  summary: 'Unlink a chat identity of a person',
  security: [{ accessToken: [] }],
  request: { params: z.object({ id: z.string().regex(idForm), identity_id: z.string().regex(idForm) }) },
  responses: {
    204: { description: 'It acts as nobody from now on.' },
    ...problemResponses('identity.not_found', ...sessionProblems, ...anyProblems),
  },
})

/** Serves the removal. */
export const mountRemoveIdentity = (app: SurfaceApp, surface: Surface) =>
  mount(app, removeIdentityRoute, [administratorAuthentication(surface)], async (context) => {
    const { id, identity_id } = context.req.valid('param')
    const identity = { userId: id as AccountId, identityId: identity_id as IdentityId }
    const outcome = await removeIdentity(surface.ken.ports, { actor: callerOf(context).actor, ...identity })
    return outcome.ok ? answerDone(context) : problem(context, outcome.error)
  })
