import { z } from '@hono/zod-openapi'
import { previewInvitation } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse, jsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import { exampleChallenge } from './sign-in-step-view.ts'

/** Shows an invitation without using its link. */
export const previewInvitationRoute = defineRoute(
  {
    operationId: 'previewInvitation',
    method: 'post',
    path: '/api/v1/auth/invitations/preview',
    tags: ['Sign-in'],
    summary: 'Preview an invitation',
    description: 'Shows who the link is for, without using it.',
    guard: sameOrigin,
    request: jsonRequest(
      z.strictObject({ token: z.string() }).openapi('PreviewInvitationRequest'),
      {
        token: exampleChallenge,
      },
    ),
    responses: {
      200: jsonResponse(
        'The invitation.',
        z
          .object({
            email: z.string(),
            role: z.enum(['Owner', 'Admin', 'Member']),
            expires_at: z.string().openapi({ format: 'date-time' }),
          })
          .openapi('PreviewedInvitation'),
      ),
    },
    problems: ['account.token_invalid'],
  },
  async (context, { ken }) => {
    const outcome = await previewInvitation(ken.ports, context.req.valid('json'))
    if (!outcome.ok) return problem(context, outcome.error)
    const { email, role, expiresAt } = outcome.value
    return respondJson(context, { email, role, expires_at: expiresAt.toISOString() }, 200)
  },
)
