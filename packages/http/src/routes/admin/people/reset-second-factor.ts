import { resetSecondFactor, type AccountId } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondNoContent } from '../../../respond.ts'
import { emptyRequest } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

/** Removes the second factor of a person. */
export const resetSecondFactorRoute = defineRoute(
  {
    operationId: 'resetSecondFactor',
    method: 'post',
    path: '/api/v1/admin/users/{id}/mfa-reset',
    tags: ['Administration'],
    summary: "Remove a person's two-factor authentication",
    description:
      'Their sessions end. If their role requires it, they enrol again at the next sign-in.',
    guard: administratorAuthentication,
    request: { params: idParameter, ...emptyRequest },
    responses: {
      204: { description: 'Removed. The person is notified by email.' },
    },
    problems: ['account.changes_exhausted', 'account.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await resetSecondFactor(ken.ports, { actor, userId })
    return outcome.ok ? respondNoContent(context) : problem(context, outcome.error)
  },
)
