import { z } from '@hono/zod-openapi'
import { issuePasswordReset, type AccountId } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { emptyRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

/** Resets the password of a person. */
export const issuePasswordResetRoute = defineRoute(
  {
    operationId: 'issuePasswordReset',
    method: 'post',
    path: '/api/v1/admin/users/{id}/password-reset',
    tags: ['Administration'],
    summary: "Reset a person's password",
    description:
      'With a mail server, the person gets a link by email. Without one, the response has a temporary password to hand over.',
    guard: administratorAuthentication,
    request: { params: idParameter, ...emptyRequest },
    responses: {
      200: jsonResponse(
        'Without a mail server: a temporary password, shown only once. All sessions of the person have ended.',
        z
          .object({
            method: z.literal('temporary_password'),
            temporary_password: z.string().openapi({
              description: 'Valid for a day, and only to choose a new password.',
            }),
            expires_at: z.string().openapi({ format: 'date-time' }),
          })
          .openapi('TemporaryPassword'),
      ),
      202: jsonResponse(
        'An email is sent. Nothing changes until its link is used.',
        z.object({ method: z.literal('mail') }).openapi('MailedPasswordReset'),
      ),
    },
    problems: ['account.changes_exhausted', 'account.deactivated', 'account.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await issuePasswordReset(ken.ports, { actor, userId })
    if (!outcome.ok) return problem(context, outcome.error)
    const issued = outcome.value
    if (issued.method === 'mail') return respondJson(context, { method: issued.method }, 202)
    const { method, temporaryPassword: temporary_password, expiresAt } = issued
    return respondJson(
      context,
      { method, temporary_password, expires_at: expiresAt.toISOString() },
      200,
    )
  },
)
