import { resendInvitation, type InvitationId } from '@ken/core'
import { invitationView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { emptyRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { idempotent } from '../../../routing/idempotent.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { invitationSchema } from './invitation-schema.ts'

/** Sends an invitation again, with a new link. */
export const resendInvitationRoute = defineRoute(
  {
    operationId: 'resendInvitation',
    method: 'post',
    path: '/api/v1/admin/invitations/{id}/resend',
    tags: ['Administration'],
    summary: 'Resend an invitation',
    description: 'The new link works for 48 hours and replaces the earlier ones.',
    guard: administratorAuthentication,
    takesIdempotencyKey: true,
    request: { params: idParameter, ...emptyRequest },
    responses: {
      200: jsonResponse('Queued. The email is sent in the background.', invitationSchema),
    },
    problems: [
      'account.changes_exhausted',
      'account.email_taken',
      'invitation.not_found',
      'invitation.settled',
      'invitation.superseded',
      'mail.not_configured',
    ],
  },
  async (context, api) => {
    const { actor } = callerOf(context)
    const invitationId = context.req.valid('param').id as InvitationId
    const outcome = await idempotent(context, api, {
      payload: invitationId,
      act: (ports) => resendInvitation(ports, { actor, invitationId }),
      view: invitationView,
    })
    return outcome.ok ? respondJson(context, outcome.value, 200) : problem(context, outcome.error)
  },
)
