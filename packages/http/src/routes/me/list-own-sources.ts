import { z } from '@hono/zod-openapi'
import { listOwnSources } from '@ken/core'
import { respondJson } from '../../respond.ts'
import { jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'

const sourcesSchema = z
  .object({ data: z.array(z.object({ source: z.string() })), next_cursor: z.null() })
  .openapi('OwnSourceList')

/** Lists the sources that the caller can search. */
export const listOwnSourcesRoute = defineRoute(
  {
    operationId: 'listOwnSources',
    method: 'get',
    path: '/api/v1/me/sources',
    tags: ['Own account'],
    summary: 'List the sources in which you may see a document',
    description: 'The names that the field `sources` of a search or a key accepts.',
    guard: sessionAuthentication({ isReadOnly: true }),
    responses: { 200: jsonResponse('The sources by name.', sourcesSchema) },
  },
  async (context, { ken }) => {
    const sources = await listOwnSources(ken.ports, { actor: callerOf(context).actor })
    const data = sources.map((source) => ({ source }))
    return respondJson(context, { data, next_cursor: null }, 200)
  },
)
