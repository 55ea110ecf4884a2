import { showKey, type KeyId } from '@ken/core'
import { shownKeyView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { shownKeySchema } from '../../key-schema.ts'

/** Shows a key. */
export const showKeyRoute = defineRoute(
  {
    operationId: 'showKey',
    method: 'get',
    path: '/api/v1/admin/keys/{id}',
    tags: ['Administration'],
    summary: 'Show an API key',
    description: 'A key of any person or surface, without its secret.',
    guard: administratorAuthentication,
    request: { params: idParameter },
    responses: { 200: jsonResponse('The key without its secret.', shownKeySchema) },
    problems: ['key.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const keyId = context.req.valid('param').id as KeyId
    const outcome = await showKey(ken.ports, { actor, keyId, scope: 'all' })
    return outcome.ok
      ? respondJson(context, shownKeyView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
