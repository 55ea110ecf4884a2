import { z } from '@hono/zod-openapi'
import { listGroupMembers, type Account } from '@ken/core'
import { personView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { pagedList, pageSchema, pageWanted } from '../../../routing/list-page.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { personPosition, personSchema } from '../people/person-schema.ts'
import { groupParameter } from './group-schema.ts'

const list = pagedList('listGroupMembers', personPosition)

/** Lists the members of a group. */
export const listGroupMembersRoute = defineRoute(
  {
    operationId: 'listGroupMembers',
    method: 'get',
    path: '/api/v1/admin/groups/{slug}/members',
    tags: ['Administration'],
    summary: 'List the members of a group, by email address',
    description: 'Deactivated people are members, too, but see nothing.',
    guard: administratorAuthentication,
    request: {
      params: groupParameter,
      query: z.strictObject({
        q: z.string().trim().min(1).max(100).optional().openapi({
          description: 'Part of the address or the name.',
        }),
        ...list.parameters,
      }),
    },
    responses: {
      200: jsonResponse('The members.', pageSchema(personSchema, 'GroupMemberPage')),
    },
    problems: ['group.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const { q, limit, cursor } = context.req.valid('query')
    const page = pageWanted({ limit, cursor: cursor as Account['email'] | undefined })
    const outcome = await listGroupMembers(ken.ports, {
      actor,
      slug: context.req.valid('param').slug,
      text: q ?? null,
      page,
    })
    return outcome.ok
      ? respondJson(context, list.pageView(outcome.value, personView), 200)
      : problem(context, outcome.error)
  },
)
