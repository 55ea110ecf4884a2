import { createRoute } from '@hono/zod-openapi'
import { revokeKey, type KeyId } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'

/** The end of anybody's key. */
export const revokeKeyRoute = createRoute({
  operationId: 'revokeKey',
  method: 'delete',
  path: '/api/v1/admin/keys/{id}',
  tags: ['Administration'],
  summary: 'Revoke an API key at once',
  security: [{ accessToken: [] }],
  request: { params: idParameter },
  responses: {
    204: { description: 'Revoked. Twice is once.' },
    ...problemResponses('key.not_found', ...sessionProblems, ...anyProblems),
  },
})

/** Serves the revocation. */
export const mountRevokeKey = (app: SurfaceApp, surface: Surface) =>
  mount(app, revokeKeyRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const outcome = await revokeKey(surface.ken.ports, { actor, keyId: context.req.valid('param').id as KeyId, scope: 'all' })
    return outcome.ok ? answerDone(context) : problem(context, outcome.error)
  })
