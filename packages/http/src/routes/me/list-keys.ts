import { z } from '@hono/zod-openapi'
import { listOwnKeys } from '@ken/core'
import { keyView } from '@ken/presentation'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { pagedList, pageSchema, pageWanted } from '../../routing/list-page.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { keyPosition, keySchema } from '../key-schema.ts'

const ownKeysSchema = pageSchema(keySchema, 'KeyPage')
  .extend({
    counts: z
      .object({ active: z.int(), ended: z.int() })
      .openapi({ description: 'The number of all your keys.' }),
  })
  .openapi('OwnKeyPage')

const list = pagedList('listOwnKeys', keyPosition)

/** Lists the caller's keys. */
export const listOwnKeysRoute = defineRoute(
  {
    operationId: 'listOwnKeys',
    method: 'get',
    path: '/api/v1/me/keys',
    tags: ['Own account'],
    summary: 'List your API keys',
    description: 'Active, expired and revoked keys, without their secrets.',
    guard: sessionAuthentication({ isReadOnly: true }),
    request: {
      query: z.strictObject({
        ...list.parameters,
        status: z
          .enum(['active', 'ended'])
          .optional()
          .openapi({ description: '`ended`: revoked or expired.' }),
      }),
    },
    responses: {
      200: jsonResponse('The keys without their secrets, newest first.', ownKeysSchema),
    },
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const query = context.req.valid('query')
    const outcome = await listOwnKeys(ken.ports, {
      actor,
      status: query.status ?? null,
      page: pageWanted(query),
    })
    if (!outcome.ok) return problem(context, outcome.error)
    const { counts } = outcome.value
    return respondJson(context, { ...list.pageView(outcome.value, keyView), counts }, 200)
  },
)
