import { z } from '@hono/zod-openapi'
import { listGroups } from '@ken/core'
import { listedGroupView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { listedGroupSchema } from './group-schema.ts'

/** Lists all groups. */
export const listGroupsRoute = defineRoute(
  {
    operationId: 'listGroups',
    method: 'get',
    path: '/api/v1/admin/groups',
    tags: ['Administration'],
    summary: 'List groups',
    guard: administratorAuthentication,
    responses: {
      200: jsonResponse(
        'All groups by name, with the number of their members.',
        z.object({ data: z.array(listedGroupSchema), next_cursor: z.null() }).openapi('GroupList'),
      ),
    },
  },
  async (context, { ken }) => {
    const outcome = await listGroups(ken.ports, { actor: callerOf(context).actor })
    if (!outcome.ok) return problem(context, outcome.error)
    return respondJson(
      context,
      { data: outcome.value.map(listedGroupView), next_cursor: null },
      200,
    )
  },
)
