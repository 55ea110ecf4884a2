import { removeIdentity, type IdentityId } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondNoContent } from '../../respond.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { idParameter } from '../../routing/id-parameter.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'

/** Unlinks one of the caller's chat identities. */
export const removeOwnIdentityRoute = defineRoute(
  {
    operationId: 'removeOwnIdentity',
    method: 'delete',
    path: '/api/v1/me/identities/{id}',
    tags: ['Own account'],
    summary: 'Unlink one of your chat identities',
    description: 'The chat account is refused from the next message on.',
    guard: sessionAuthentication(),
    request: { params: idParameter },
    responses: {
      204: { description: 'Unlinked.' },
    },
    problems: ['identity.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const identityId = context.req.valid('param').id as IdentityId
    const outcome = await removeIdentity(ken.ports, {
      actor,
      userId: actor.userId,
      identityId,
    })
    return outcome.ok ? respondNoContent(context) : problem(context, outcome.error)
  },
)
