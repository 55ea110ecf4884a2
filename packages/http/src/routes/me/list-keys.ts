import { z } from '@hono/zod-openapi'
import { listKeys } from '@ken/core'
import { keyView } from '@ken/presentation'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { pageParameters, pageSchema, pageView, pageWanted } from '../../routing/list-page.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { keyPosition, keySchema } from '../key-schema.ts'

/** Lists the caller's keys. */
export const listOwnKeysRoute = defineRoute(
  {
    operationId: 'listOwnKeys',
    method: 'get',
    path: '/api/v1/me/keys',
    tags: ['Own account'],
    summary: 'List your API keys',
    guard: sessionAuthentication({ isReadOnly: true }),
    request: { query: z.strictObject(pageParameters(keyPosition)) },
    responses: {
      200: jsonResponse(
        'The keys without their secrets, newest first.',
        pageSchema(keySchema, 'KeyPage'),
      ),
    },
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const page = pageWanted(context.req.valid('query'))
    const outcome = await listKeys(ken.ports, { actor, ownerId: actor.userId, page })
    return outcome.ok
      ? respondJson(context, pageView(outcome.value, keyView), 200)
      : problem(context, outcome.error)
  },
)
