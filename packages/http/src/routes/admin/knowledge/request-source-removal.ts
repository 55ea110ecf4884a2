import { z } from '@hono/zod-openapi'
import { requestSourceRemoval } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

const removalSchema = z
  .object({
    source: z.string(),
    documents: z.int().openapi({ description: 'How many documents are left to remove.' }),
  })
  .openapi('SourceRemoval')

/** Removes a source with all its documents. */
export const requestSourceRemovalRoute = defineRoute(
  {
    operationId: 'requestSourceRemoval',
    method: 'delete',
    path: '/api/v1/admin/knowledge/sources/{source}',
    tags: ['Administration'],
    summary: 'Remove all documents of a source',
    description:
      'A job removes them in batches; the list of sources shows how many are left. Until it ends, imports of the source are refused. Request it again if the job has failed.',
    guard: administratorAuthentication,
    request: { params: z.object({ source: z.string().max(63).openapi({ example: 'wiki' }) }) },
    responses: { 202: jsonResponse('The job is queued.', removalSchema) },
    problems: ['knowledge.source_not_found'],
  },
  async (context, { ken }) => {
    const outcome = await requestSourceRemoval(ken.ports, {
      actor: callerOf(context).actor,
      source: context.req.valid('param').source,
    })
    return outcome.ok ? respondJson(context, outcome.value, 202) : problem(context, outcome.error)
  },
)
