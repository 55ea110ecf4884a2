import { createRoute } from '@hono/zod-openapi'
import { revokeKey, type KeyId } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'

/** The end of one of the own keys. */
export const revokeOwnKeyRoute = createRoute({
  operationId: 'revokeOwnKey',
  method: 'delete',
  path: '/api/v1/me/keys/{id}',
  tags: ['Own account'],
  summary: 'Revoke an own API key at once',
  security: [{ accessToken: [] }],
  request: { params: idParameter },
  responses: {
    204: { description: 'Revoked. Twice is once.' },
    ...problemResponses('key.not_found', ...sessionProblems, ...anyProblems),
  },
})

/** Serves the revocation. */
export const mountRevokeOwnKey = (app: SurfaceApp, surface: Surface) =>
  mount(app, revokeOwnKeyRoute, [sessionAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const outcome = await revokeKey(surface.ken.ports, { actor, keyId: context.req.valid('param').id as KeyId, scope: 'own' })
    return outcome.ok ? answerDone(context) : problem(context, outcome.error)
  })
