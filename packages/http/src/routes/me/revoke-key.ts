import { revokeKey, type KeyId } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondNoContent } from '../../respond.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { idParameter } from '../../routing/id-parameter.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'

/** Revokes one of the caller's keys. */
export const revokeOwnKeyRoute = defineRoute(
  {
    operationId: 'revokeOwnKey',
    method: 'delete',
    path: '/api/v1/me/keys/{id}',
    tags: ['Own account'],
    summary: 'Revoke one of your API keys',
    description: 'The key is refused from the next request on, in every process.',
    guard: sessionAuthentication(),
    request: { params: idParameter },
    responses: {
      204: { description: 'Revoked. Idempotent.' },
    },
    problems: ['key.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const outcome = await revokeKey(ken.ports, {
      actor,
      keyId: context.req.valid('param').id as KeyId,
      scope: 'own',
    })
    return outcome.ok ? respondNoContent(context) : problem(context, outcome.error)
  },
)
