import { revokeInvitation, type InvitationId } from '@ken/core'
import { invitationView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { emptyRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { invitationSchema } from './invitation-schema.ts'

/** Revokes a pending invitation. */
export const revokeInvitationRoute = defineRoute(
  {
    operationId: 'revokeInvitation',
    method: 'post',
    path: '/api/v1/admin/invitations/{id}/revoke',
    tags: ['Administration'],
    summary: 'Revoke an invitation',
    description: 'Its link no longer works. The person can be invited again.',
    guard: administratorAuthentication,
    request: { params: idParameter, ...emptyRequest },
    responses: {
      200: jsonResponse('Revoked; its link no longer works. Idempotent.', invitationSchema),
    },
    problems: ['invitation.not_found', 'invitation.settled'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const invitationId = context.req.valid('param').id as InvitationId
    const outcome = await revokeInvitation(ken.ports, { actor, invitationId })
    return outcome.ok
      ? respondJson(context, invitationView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
