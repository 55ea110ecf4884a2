import { z } from '@hono/zod-openapi'
import { listedKeyStatuses, listKeys, type AccountId } from '@ken/core'
import { keyView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { pagedList, pageSchema, pageWanted, wholeParameter } from '../../../routing/list-page.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { keyPosition, keySchema, ownerIdField, responsibleIdField } from '../../key-schema.ts'

const days = wholeParameter(1, 3_650).optional()

const list = pagedList('listKeys', keyPosition)

/** Lists all keys. */
export const listKeysRoute = defineRoute(
  {
    operationId: 'listKeys',
    method: 'get',
    path: '/api/v1/admin/keys',
    tags: ['Administration'],
    summary: 'List all API keys',
    description: 'Keys of all people and surfaces, without their secrets.',
    guard: administratorAuthentication,
    request: {
      query: z.strictObject({
        ...list.parameters,
        owner_id: ownerIdField.optional(),
        responsible_id: responsibleIdField.optional(),
        q: z.string().trim().min(1).max(100).optional().openapi({
          description:
            'Part of the name or prefix, or of the address or name of the responsible person.',
        }),
        status: z.enum(listedKeyStatuses).optional(),
        kind: z.enum(['personal', 'service']).optional(),
        expires_within_days: days.openapi({
          type: 'integer',
          description: 'Working keys that expire within this number of days.',
        }),
        unused_for_days: days.openapi({
          type: 'integer',
          description:
            'Working keys that were created and last used at least this number of days ago.',
        }),
        never_expires: z
          .literal('true')
          .optional()
          .openapi({ description: 'Working keys without an expiry.' }),
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
    const outcome = await listKeys(ken.ports, {
      actor,
      ownerId: (query.owner_id as AccountId | undefined) ?? null,
      filter: {
        responsibleId: (query.responsible_id as AccountId | undefined) ?? null,
        text: query.q ?? null,
        status: query.status ?? null,
        kind: query.kind ?? null,
        expiresWithinDays: query.expires_within_days ?? null,
        unusedForDays: query.unused_for_days ?? null,
        neverExpires: query.never_expires === undefined ? null : true,
      },
      page: pageWanted(query),
    })
    return outcome.ok
      ? respondJson(context, list.pageView(outcome.value, keyView), 200)
      : problem(context, outcome.error)
  },
)
