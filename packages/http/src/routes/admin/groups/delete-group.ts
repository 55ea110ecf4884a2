import { deleteGroup } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondNoContent } from '../../../respond.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { groupParameter } from './group-schema.ts'

/** Deletes a group. */
export const deleteGroupRoute = defineRoute(
  {
    operationId: 'deleteGroup',
    method: 'delete',
    path: '/api/v1/admin/groups/{slug}',
    tags: ['Administration'],
    summary: 'Delete a group that no document refers to',
    description: 'Refused while a document refers to the group. Its members stay in Ken.',
    guard: administratorAuthentication,
    request: { params: groupParameter },
    responses: {
      204: { description: 'Deleted, with its memberships.' },
    },
    problems: ['group.not_found', 'group.in_use'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const outcome = await deleteGroup(ken.ports, {
      actor,
      slug: context.req.valid('param').slug,
    })
    return outcome.ok ? respondNoContent(context) : problem(context, outcome.error)
  },
)
