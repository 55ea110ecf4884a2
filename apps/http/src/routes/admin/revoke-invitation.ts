import { createRoute } from '@hono/zod-openapi'
import { revokeInvitation, type InvitationId } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, emptyRequest, jsonAnswer } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'
import { invitationSchema, invitationView } from './invitation-view.ts'

/** The end of an invitation that nobody accepted yet. */
export const revokeInvitationRoute = createRoute({
  operationId: 'revokeInvitation',
  method: 'post',
  path: '/api/v1/admin/invitations/{id}/revoke',
  tags: ['Administration'],
  summary: 'Take an invitation back',
  security: [{ accessToken: [] }],
  request: { params: idParameter, ...emptyRequest },
  responses: {
    200: jsonAnswer('Revoked: its link is worth nothing. Twice is once.', invitationSchema),
    ...problemResponses('invitation.not_found', 'invitation.settled', ...sessionProblems, ...bodyProblems),
  },
})

/** Serves the revocation. */
export const mountRevokeInvitation = (app: SurfaceApp, surface: Surface) =>
  mount(app, revokeInvitationRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const invitationId = context.req.valid('param').id as InvitationId
    const outcome = await revokeInvitation(surface.ken.ports, { actor, invitationId })
    return outcome.ok ? answerJson(context, invitationView(outcome.value), 200) : problem(context, outcome.error)
  })
