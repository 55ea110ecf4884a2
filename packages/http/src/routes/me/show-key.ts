import { showKey, type KeyId } from '@ken/core'
import { shownKeyView } from '@ken/presentation'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { idParameter } from '../../routing/id-parameter.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { shownKeySchema } from '../key-schema.ts'

/** Shows one of the caller's keys. */
export const showOwnKeyRoute = defineRoute(
  {
    operationId: 'showOwnKey',
    method: 'get',
    path: '/api/v1/me/keys/{id}',
    tags: ['Own account'],
    summary: 'Show one of your API keys',
    description: 'One of your keys, without its secret. A key of someone else is not found.',
    guard: sessionAuthentication({ isReadOnly: true }),
    request: { params: idParameter },
    responses: { 200: jsonResponse('The key without its secret.', shownKeySchema) },
    problems: ['key.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const keyId = context.req.valid('param').id as KeyId
    const outcome = await showKey(ken.ports, { actor, keyId, scope: 'own' })
    return outcome.ok
      ? respondJson(context, shownKeyView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
