import { showKeyUsage, type KeyId } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { idParameter } from '../../routing/id-parameter.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { keyUsageQuery, keyUsageSchema, keyUsageView } from '../key-usage-view.ts'

/** Shows the usage of one of the caller's keys. */
export const showOwnKeyUsageRoute = defineRoute(
  {
    operationId: 'showOwnKeyUsage',
    method: 'get',
    path: '/api/v1/me/keys/{id}/usage',
    tags: ['Own account'],
    summary: 'Show the usage of one of your API keys',
    description:
      'How many calls succeeded and were refused, per hour. Ken stores nothing of the requests.',
    guard: sessionAuthentication({ isReadOnly: true }),
    request: { params: idParameter, query: keyUsageQuery },
    responses: {
      200: jsonResponse('Counts by hour and outcome.', keyUsageSchema),
    },
    problems: ['key.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const keyId = context.req.valid('param').id as KeyId
    const outcome = await showKeyUsage(ken.ports, {
      actor,
      keyId,
      scope: 'own',
      ...context.req.valid('query'),
    })
    return outcome.ok
      ? respondJson(context, keyUsageView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
