import { createRoute } from '@hono/zod-openapi'
import { takeOverKey, type KeyId } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, emptyRequest } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'

/** The take-over of a service key, before or after its responsible person leaves (R148). */
export const takeOverKeyRoute = createRoute({
  operationId: 'takeOverKey',
  method: 'post',
  path: '/api/v1/admin/keys/{id}/take-over',
  tags: ['Administration'],
  summary: 'Become responsible for a service key',
  description: 'For Owners. From then on the key works for as long as the caller is an active Owner. Idempotent.',
  security: [{ accessToken: [] }],
  request: { params: idParameter, ...emptyRequest },
  responses: {
    204: { description: 'Taken over.' },
    ...problemResponses('key.not_found', 'key.not_transferable', ...sessionProblems, ...bodyProblems),
  },
})

/** Serves the take-over. */
export const mountTakeOverKey = (app: SurfaceApp, surface: Surface) =>
  mount(app, takeOverKeyRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const keyId = context.req.valid('param').id as KeyId
    const outcome = await takeOverKey(surface.ken.ports, { actor, keyId, ownerId: actor.userId })
    return outcome.ok ? answerDone(context) : problem(context, outcome.error)
  })
