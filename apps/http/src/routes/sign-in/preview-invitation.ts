import { createRoute, z } from '@hono/zod-openapi'
import { previewInvitation } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonAnswer, jsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'
import { exampleChallenge } from './sign-in-step-view.ts'

/** What a link invites to, before anybody decides. Uses nothing up (R59). */
export const previewInvitationRoute = createRoute({
  operationId: 'previewInvitation',
  method: 'post',
  path: '/api/v1/auth/invitations/preview',
  tags: ['Sign-in'],
  summary: 'Look at an invitation',
  security: [],
  request: jsonRequest(z.strictObject({ token: z.string() }).openapi('PreviewInvitationRequest'), { token: exampleChallenge }),
  responses: {
    200: jsonAnswer(
      'The invitation.',
      z
        .object({
          email: z.string(),
          role: z.enum(['Owner', 'Admin', 'Member']),
          expires_at: z.string().openapi({ format: 'date-time' }),
        })
        .openapi('PreviewedInvitation'),
    ),
    ...problemResponses('account.token_invalid', 'http.cross_site', ...bodyProblems),
  },
})

/** Serves the preview. */
export const mountPreviewInvitation = (app: SurfaceApp, { ken }: Surface) =>
  mount(app, previewInvitationRoute, [sameOrigin(ken.config.baseUrl)], async (context) => {
    const outcome = await previewInvitation(ken.ports, context.req.valid('json'))
    if (!outcome.ok) return problem(context, outcome.error)
    const { email, role, expiresAt } = outcome.value
    return answerJson(context, { email, role, expires_at: expiresAt.toISOString() }, 200)
  })
