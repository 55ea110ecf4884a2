import { z } from '@hono/zod-openapi'
import { listKeys, type AccountId } from '@ken/core'
import { keyView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { pageParameters, pageSchema, pageView, pageWanted } from '../../../routing/list-page.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { keyPosition, keySchema, ownerIdField, responsibleIdField } from '../../key-schema.ts'

/** Lists all keys. */
export const listKeysRoute = defineRoute(
  {
    operationId: 'listKeys',
    method: 'get',
    path: '/api/v1/admin/keys',
    tags: ['Administration'],
    summary: 'List all API keys',
    guard: administratorAuthentication,
    request: {
      query: z.strictObject({
        ...pageParameters(keyPosition),
        owner_id: ownerIdField.optional(),
        responsible_id: responsibleIdField.optional(),
      }),
    },
    responses: {
      200: jsonResponse(
        'The keys without their secrets, newest first.',
        pageSchema(keySchema, 'KeyPage'),
      ),
    },
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const query = context.req.valid('query')
    const ownerId = (query.owner_id as AccountId | undefined) ?? null
    const responsibleId = (query.responsible_id as AccountId | undefined) ?? null
    const outcome = await listKeys(ken.ports, {
      actor,
      ownerId,
      responsibleId,
      page: pageWanted(query),
    })
    return outcome.ok
      ? respondJson(context, pageView(outcome.value, keyView), 200)
      : problem(context, outcome.error)
  },
)
