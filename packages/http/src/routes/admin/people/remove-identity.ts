import { z } from '@hono/zod-openapi'
import { removeIdentity, type AccountId, type IdentityId } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondNoContent } from '../../../respond.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idForm } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

/** Unlinks a chat identity of a person. */
export const removeIdentityRoute = defineRoute(
  {
    operationId: 'removeIdentity',
    method: 'delete',
    path: '/api/v1/admin/users/{id}/identities/{identity_id}',
    tags: ['Administration'],
    summary: 'Unlink a chat identity from a person',
    description:
      'The chat account is refused from the next message on. The person can link it again with a new code.',
    guard: administratorAuthentication,
    request: {
      params: z.object({ id: z.string().regex(idForm), identity_id: z.string().regex(idForm) }),
    },
    responses: {
      204: { description: 'Unlinked.' },
    },
    problems: ['identity.not_found'],
  },
  async (context, { ken }) => {
    const { id, identity_id } = context.req.valid('param')
    const identity = { userId: id as AccountId, identityId: identity_id as IdentityId }
    const outcome = await removeIdentity(ken.ports, {
      actor: callerOf(context).actor,
      ...identity,
    })
    return outcome.ok ? respondNoContent(context) : problem(context, outcome.error)
  },
)
