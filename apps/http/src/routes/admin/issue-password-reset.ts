import { createRoute, z } from '@hono/zod-openapi'
import { issuePasswordReset, type AccountId } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { emptyRequest, jsonAnswer } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'
import { personBodyProblems } from './person-view.ts'

/** A reset of somebody's password. */
export const issuePasswordResetRoute = createRoute({
  operationId: 'issuePasswordReset',
  method: 'post',
  path: '/api/v1/admin/users/{id}/password-reset',
  tags: ['Administration'],
  summary: "Reset a person's password",
  description: 'With a mail server the person gets a link. Without one there is a temporary password to hand over.',
  security: [{ accessToken: [] }],
  request: { params: idParameter, ...emptyRequest },
  responses: {
    200: jsonAnswer(
      'There is no mail server: a temporary password, shown this once. Every session of the person has ended.',
      z
        .object({
          method: z.literal('temporary_password'),
          temporary_password: z
            .string()
            .openapi({ description: 'Works for a day, and for nothing but a password of their own.' }),
          expires_at: z.string().openapi({ format: 'date-time' }),
        })
        .openapi('TemporaryPassword'),
    ),
    202: jsonAnswer(
      'A mail follows. Until its link is used, nothing changes.',
      z.object({ method: z.literal('mail') }).openapi('MailedPasswordReset'),
    ),
    ...problemResponses('account.deactivated', ...personBodyProblems),
  },
})

/** Serves it. */
export const mountIssuePasswordReset = (app: SurfaceApp, surface: Surface) =>
  mount(app, issuePasswordResetRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await issuePasswordReset(surface.ken.ports, { actor, userId })
    if (!outcome.ok) return problem(context, outcome.error)
    const issued = outcome.value
    if (issued.method === 'mail') return answerJson(context, { method: issued.method }, 202)
    const { method, temporaryPassword: temporary_password, expiresAt } = issued
    return answerJson(context, { method, temporary_password, expires_at: expiresAt.toISOString() }, 200)
  })
