import { createRoute } from '@hono/zod-openapi'
import { resendInvitation, type InvitationId } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, emptyRequest } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'
import { idempotencyHeader, idempotencyProblems, once, repeatableAnswer } from '../once.ts'
import { invitationSchema, invitationView } from './invitation-view.ts'

/** Another mail for who lost the first one, or for whom it came too late. */
export const resendInvitationRoute = createRoute({
  operationId: 'resendInvitation',
  method: 'post',
  path: '/api/v1/admin/invitations/{id}/resend',
  tags: ['Administration'],
  summary: 'Send an invitation again',
  description: 'The new link works for 48 hours. The earlier ones stop when it is made.',
  security: [{ accessToken: [] }],
  request: { params: idParameter, ...idempotencyHeader, ...emptyRequest },
  responses: {
    200: repeatableAnswer('Queued. The mail goes out in the background.', invitationSchema),
    ...problemResponses(
      'account.email_taken',
      'invitation.not_found',
      'invitation.settled',
      'invitation.superseded',
      'mail.not_configured',
      ...idempotencyProblems,
      ...sessionProblems,
      ...bodyProblems,
    ),
  },
})

/** Serves the sending. */
export const mountResendInvitation = (app: SurfaceApp, surface: Surface) =>
  mount(app, resendInvitationRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const invitationId = context.req.valid('param').id as InvitationId
    const outcome = await once(context, surface, {
      route: resendInvitationRoute,
      asked: invitationId,
      act: (ports) => resendInvitation(ports, { actor, invitationId }),
      view: invitationView,
    })
    return outcome.ok ? answerJson(context, outcome.value, 200) : problem(context, outcome.error)
  })
