import { createRoute, z } from '@hono/zod-openapi'
import { createKey } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonRequest } from '../declarations.ts'
import { createdKeySchema, createdKeyView, newKeyFields, newKeyOf, newKeyProblems, replayedKeyView } from '../key-view.ts'
import { mount } from '../mount.ts'
import { idempotencyHeader, idempotencyProblems, once, repeatableAnswer } from '../once.ts'

/** A key of one's own. */
export const createOwnKeyRoute = createRoute({
  operationId: 'createOwnKey',
  method: 'post',
  path: '/api/v1/me/keys',
  tags: ['Own account'],
  summary: 'Create an API key that acts as oneself',
  security: [{ accessToken: [] }],
  request: {
    ...idempotencyHeader,
    ...jsonRequest(z.strictObject(newKeyFields).openapi('NewOwnKey'), {
      name: 'laptop',
      expires_in_days: 90,
      sources: ['wiki'],
    }),
  },
  responses: {
    201: repeatableAnswer('Created. The key is shown this once.', createdKeySchema),
    ...problemResponses('account.not_found', ...newKeyProblems, ...idempotencyProblems, ...sessionProblems, ...bodyProblems),
  },
})

/** Serves the creation. */
export const mountCreateOwnKey = (app: SurfaceApp, surface: Surface) =>
  mount(app, createOwnKeyRoute, [sessionAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const asked = context.req.valid('json')
    const outcome = await once(context, surface, {
      route: createOwnKeyRoute,
      asked,
      act: (ports) => createKey(ports, { actor, ownerId: actor.userId, ...newKeyOf(asked) }),
      view: createdKeyView,
      replayView: replayedKeyView,
    })
    return outcome.ok ? answerJson(context, outcome.value, 201) : problem(context, outcome.error)
  })
