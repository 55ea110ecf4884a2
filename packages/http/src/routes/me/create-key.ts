import { z } from '@hono/zod-openapi'
import { createKey } from '@ken/core'
import { createdKeyView, replayedKeyView } from '@ken/presentation'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonRequest, jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { idempotent } from '../../routing/idempotent.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { createdKeySchema, newKeyFields, newKeyOf, newKeyProblems } from '../key-schema.ts'

/** Creates a key for the caller. */
export const createOwnKeyRoute = defineRoute(
  {
    operationId: 'createOwnKey',
    method: 'post',
    path: '/api/v1/me/keys',
    tags: ['Own account'],
    summary: 'Create a personal API key',
    description:
      'Returns the key, once. It finds what you may see, in its sources, and cannot change anything.',
    guard: sessionAuthentication(),
    takesIdempotencyKey: true,
    request: jsonRequest(z.strictObject(newKeyFields).openapi('NewOwnKey'), {
      name: 'laptop',
      expires_in_days: 90,
      sources: ['wiki'],
    }),
    responses: {
      201: jsonResponse('Created. The key is shown only once.', createdKeySchema),
    },
    problems: ['account.not_found', ...newKeyProblems],
  },
  async (context, api) => {
    const { actor } = callerOf(context)
    const body = context.req.valid('json')
    const outcome = await idempotent(context, api, {
      payload: body,
      act: (ports) => createKey(ports, { actor, ownerId: actor.userId, ...newKeyOf(body) }),
      view: createdKeyView,
      replayView: replayedKeyView,
    })
    return outcome.ok ? respondJson(context, outcome.value, 201) : problem(context, outcome.error)
  },
)
