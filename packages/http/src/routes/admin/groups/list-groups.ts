import { z } from '@hono/zod-openapi'
import { findGroups } from '@ken/core'
import { countedGroupView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { pagedList, pageSchema, pageWanted } from '../../../routing/list-page.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { groupPosition, listedGroupSchema } from './group-schema.ts'

const list = pagedList('listGroups', groupPosition)

/** Lists groups. */
export const listGroupsRoute = defineRoute(
  {
    operationId: 'listGroups',
    method: 'get',
    path: '/api/v1/admin/groups',
    tags: ['Administration'],
    summary: 'List groups',
    description: 'Groups by slug, each with the number of its members.',
    guard: administratorAuthentication,
    request: {
      query: z.strictObject({
        q: z.string().trim().min(1).max(63).optional().openapi({
          description: 'Part of the name.',
        }),
        ...list.parameters,
      }),
    },
    responses: {
      200: jsonResponse(
        'The groups by name, with the numbers of their members and documents.',
        pageSchema(listedGroupSchema, 'GroupPage'),
      ),
    },
  },
  async (context, { ken }) => {
    const query = context.req.valid('query')
    const outcome = await findGroups(ken.ports, {
      actor: callerOf(context).actor,
      text: query.q ?? null,
      page: pageWanted(query),
    })
    return outcome.ok
      ? respondJson(context, list.pageView(outcome.value, countedGroupView), 200)
      : problem(context, outcome.error)
  },
)
