import { revokeKey, type KeyId } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondNoContent } from '../../../respond.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

/** Revokes any key. */
export const revokeKeyRoute = defineRoute(
  {
    operationId: 'revokeKey',
    method: 'delete',
    path: '/api/v1/admin/keys/{id}',
    tags: ['Administration'],
    summary: 'Revoke an API key',
    description: 'The key is refused from the next request on, in every process.',
    guard: administratorAuthentication,
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
      scope: 'all',
    })
    return outcome.ok ? respondNoContent(context) : problem(context, outcome.error)
  },
)
