import { removeGroupMember, type AccountId } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondNoContent } from '../../../respond.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { memberParameters } from './group-schema.ts'

/** Removes a person from a group. */
export const removeGroupMemberRoute = defineRoute(
  {
    operationId: 'removeGroupMember',
    method: 'delete',
    path: '/api/v1/admin/groups/{slug}/members/{id}',
    tags: ['Administration'],
    summary: 'Remove a person from a group',
    description: 'The person no longer sees the documents of the group from their next request on.',
    guard: administratorAuthentication,
    request: { params: memberParameters },
    responses: {
      204: { description: 'Removed; it applies to the next search. Idempotent.' },
    },
    problems: ['group.not_found', 'account.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const { slug, id } = context.req.valid('param')
    const outcome = await removeGroupMember(ken.ports, {
      actor,
      slug,
      userId: id as AccountId,
    })
    return outcome.ok ? respondNoContent(context) : problem(context, outcome.error)
  },
)
