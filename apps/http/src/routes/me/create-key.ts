import { createRoute, z } from '@hono/zod-openapi'
import { createKey } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonAnswer, jsonRequest } from '../declarations.ts'
import { createdKeySchema, createdKeyView, newKeyFields, newKeyOf, newKeyProblems } from '../key-view.ts'
import { mount } from '../mount.ts'

/** A key of one's own (SPEC 5.7.2). */
export const createOwnKeyRoute = createRoute({
  operationId: 'createOwnKey',
  method: 'post',
  path: '/api/v1/me/keys',
  tags: ['Own account'],
  summary: 'Create an API key that acts as oneself',
  security: [{ accessToken: [] }],
  request: jsonRequest(z.strictObject(newKeyFields).openapi('NewOwnKey'), {
    name: 'laptop',
    expires_in_days: 90,
    sources: ['wiki'],
  }),
  responses: {
    201: jsonAnswer('Created. The key is shown this once.', createdKeySchema),
    ...problemResponses('account.not_found', ...newKeyProblems, ...sessionProblems, ...bodyProblems),
  },
})

/** Serves the creation. */
export const mountCreateOwnKey = (app: SurfaceApp, surface: Surface) =>
  mount(app, createOwnKeyRoute, [sessionAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const outcome = await createKey(surface.ken.ports, { actor, ownerId: actor.userId, ...newKeyOf(context.req.valid('json')) })
    return outcome.ok ? answerJson(context, createdKeyView(outcome.value), 201) : problem(context, outcome.error)
  })
