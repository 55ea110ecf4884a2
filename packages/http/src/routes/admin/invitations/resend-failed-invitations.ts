import { z } from '@hono/zod-openapi'
import { resendFailedInvitations, type InvitationImportId } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { emptyRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

const resentSchema = z
  .object({ resent: z.int().openapi({ description: 'How many emails were queued.' }) })
  .openapi('ResentInvitations')

/** Sends the failed invitations of an import again. */
export const resendFailedInvitationsRoute = defineRoute(
  {
    operationId: 'resendFailedInvitations',
    method: 'post',
    path: '/api/v1/admin/invitations/imports/{id}/resend-failed',
    tags: ['Administration'],
    summary: 'Resend the failed invitations of an import',
    description:
      'Skips people who have an account by now, and roles that you may not grant. Idempotent: an invitation that is queued is not queued again.',
    guard: administratorAuthentication,
    request: { params: idParameter, ...emptyRequest },
    responses: {
      200: jsonResponse('Queued. The emails are sent in the background.', resentSchema),
    },
    problems: ['invitation.import_not_found', 'mail.not_configured'],
  },
  async (context, { ken }) => {
    const outcome = await resendFailedInvitations(ken.ports, {
      actor: callerOf(context).actor,
      importId: context.req.valid('param').id as InvitationImportId,
    })
    return outcome.ok
      ? respondJson(context, { resent: outcome.value }, 200)
      : problem(context, outcome.error)
  },
)
