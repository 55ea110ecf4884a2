import { addGroupMember, type AccountId } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondNoContent } from '../../../respond.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { memberParameters } from './group-schema.ts'

/** Adds a person to a group. */
export const addGroupMemberRoute = defineRoute(
  {
    operationId: 'addGroupMember',
    method: 'put',
    path: '/api/v1/admin/groups/{slug}/members/{id}',
    tags: ['Administration'],
    summary: 'Add a person to a group',
    description:
      'The person sees the documents of the group from their next request on. Idempotent.',
    guard: administratorAuthentication,
    request: { params: memberParameters },
    responses: {
      204: { description: 'Added; it applies to the next search. Idempotent.' },
    },
    problems: ['group.not_found', 'account.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const { slug, id } = context.req.valid('param')
    const outcome = await addGroupMember(ken.ports, {
      actor,
      slug,
      userId: id as AccountId,
    })
    return outcome.ok ? respondNoContent(context) : problem(context, outcome.error)
  },
)
