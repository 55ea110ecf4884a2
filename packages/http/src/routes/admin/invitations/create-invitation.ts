import { z } from '@hono/zod-openapi'
import { createInvitation, roles } from '@ken/core'
import { invitationView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idempotent } from '../../../routing/idempotent.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { invitationSchema } from './invitation-schema.ts'

/** Invites a person by email. */
export const createInvitationRoute = defineRoute(
  {
    operationId: 'createInvitation',
    method: 'post',
    path: '/api/v1/admin/invitations',
    tags: ['Administration'],
    summary: 'Invite a person',
    description:
      'Owners can invite with any role, Admins only Members. A pending invitation of the same address is revoked.',
    guard: administratorAuthentication,
    takesIdempotencyKey: true,
    request: jsonRequest(
      // Any text, so that a caller who may not grant the role is refused first.
      z
        .strictObject({ email: z.string(), role: z.string().openapi({ enum: [...roles] }) })
        .openapi('NewInvitation'),
      { email: 'grace@example.com', role: 'Member' },
    ),
    responses: {
      201: jsonResponse('Created. The email is sent in the background.', invitationSchema),
    },
    problems: [
      'account.changes_exhausted',
      'account.email_invalid',
      'account.email_taken',
      'account.role_invalid',
      'mail.not_configured',
    ],
  },
  async (context, api) => {
    const { actor } = callerOf(context)
    const body = context.req.valid('json')
    const outcome = await idempotent(context, api, {
      payload: body,
      act: (ports) => createInvitation(ports, { actor, ...body }),
      view: invitationView,
    })
    return outcome.ok ? respondJson(context, outcome.value, 201) : problem(context, outcome.error)
  },
)
