import { takeOverKey, type KeyId } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondNoContent } from '../../../respond.ts'
import { emptyRequest } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

/** Makes the caller responsible for a service key. */
export const takeOverKeyRoute = defineRoute(
  {
    operationId: 'takeOverKey',
    method: 'post',
    path: '/api/v1/admin/keys/{id}/take-over',
    tags: ['Administration'],
    summary: 'Become responsible for a service key',
    description:
      'For Owners. The key then works as long as the caller is an active Owner. Idempotent.',
    guard: administratorAuthentication,
    request: { params: idParameter, ...emptyRequest },
    responses: {
      204: { description: 'Taken over.' },
    },
    problems: ['account.changes_exhausted', 'key.not_found', 'key.not_transferable'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const keyId = context.req.valid('param').id as KeyId
    const outcome = await takeOverKey(ken.ports, { actor, keyId, ownerId: actor.userId })
    return outcome.ok ? respondNoContent(context) : problem(context, outcome.error)
  },
)
