import { createRoute, z } from '@hono/zod-openapi'
import { createInvitation, roles } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'
import { idempotencyHeader, idempotencyProblems, once, repeatableAnswer } from '../once.ts'
import { invitationSchema, invitationView } from './invitation-view.ts'

/** An invitation by mail. */
export const createInvitationRoute = createRoute({
  operationId: 'createInvitation',
  method: 'post',
  path: '/api/v1/admin/invitations',
  tags: ['Administration'],
  summary: 'Invite somebody',
  description: 'An Owner invites anybody, an Admin Members. A pending invitation of the same address is revoked.',
  security: [{ accessToken: [] }],
  request: {
    ...idempotencyHeader,
    ...jsonRequest(
      // Any text: who may not give a role learns that first, in whatever spelling (R53).
      z.strictObject({ email: z.string(), role: z.string().openapi({ enum: [...roles] }) }).openapi('NewInvitation'),
      { email: 'grace@example.com', role: 'Member' },
    ),
  },
  responses: {
    201: repeatableAnswer('Created. The mail goes out in the background.', invitationSchema),
    ...problemResponses(
      'account.email_invalid',
      'account.email_taken',
      'account.role_invalid',
      'mail.not_configured',
      ...idempotencyProblems,
      ...sessionProblems,
      ...bodyProblems,
    ),
  },
})

/** Serves the creation. */
export const mountCreateInvitation = (app: SurfaceApp, surface: Surface) =>
  mount(app, createInvitationRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const asked = context.req.valid('json')
    const outcome = await once(context, surface, {
      route: createInvitationRoute,
      asked,
      act: (ports) => createInvitation(ports, { actor, ...asked }),
      view: invitationView,
    })
    return outcome.ok ? answerJson(context, outcome.value, 201) : problem(context, outcome.error)
  })
