import { deleteAccount, type AccountId } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondNoContent } from '../../../respond.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

/** Deletes a person. */
export const deleteAccountRoute = defineRoute(
  {
    operationId: 'deleteAccount',
    method: 'delete',
    path: '/api/v1/admin/users/{id}',
    tags: ['Administration'],
    summary: 'Delete a person permanently',
    description: 'For Owners only. Documents and the audit log are kept.',
    guard: administratorAuthentication,
    request: { params: idParameter },
    responses: {
      204: { description: 'Deleted.' },
    },
    problems: ['account.last_owner', 'account.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await deleteAccount(ken.ports, { actor, userId })
    return outcome.ok ? respondNoContent(context) : problem(context, outcome.error)
  },
)
