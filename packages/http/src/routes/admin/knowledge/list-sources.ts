import { z } from '@hono/zod-openapi'
import { listSources } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

const sourcesSchema = z
  .object({
    data: z.array(
      z.object({
        source: z.string(),
        documents: z.int(),
        removal_requested_at: z.iso
          .datetime()
          .nullable()
          .openapi({ description: 'Since when the documents are being removed.' }),
      }),
    ),
    next_cursor: z.null(),
  })
  .openapi('SourceList')

/** Lists all sources. */
export const listSourcesRoute = defineRoute(
  {
    operationId: 'listSources',
    method: 'get',
    path: '/api/v1/admin/knowledge/sources',
    tags: ['Administration'],
    summary: 'List the sources of documents, with their numbers',
    description: 'Never titles or contents: no role may see a document that is not for them.',
    guard: administratorAuthentication,
    responses: { 200: jsonResponse('The sources by name.', sourcesSchema) },
  },
  async (context, { ken }) => {
    const outcome = await listSources(ken.ports, { actor: callerOf(context).actor })
    if (!outcome.ok) return problem(context, outcome.error)
    const data = outcome.value.map(({ removalRequestedAt, ...counted }) => ({
      ...counted,
      removal_requested_at: removalRequestedAt?.toISOString() ?? null,
    }))
    return respondJson(context, { data, next_cursor: null }, 200)
  },
)
