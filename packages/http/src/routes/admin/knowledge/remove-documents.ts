import { z } from '@hono/zod-openapi'
import { documentsPerRemovalMax, parseSource, removeDocuments, type Source } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { documentBatchLimits } from './document-batch-limits.ts'

const storable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Removes documents of a source. */
export const removeDocumentsRoute = defineRoute(
  {
    operationId: 'removeDocuments',
    method: 'delete',
    path: '/api/v1/admin/knowledge/documents',
    tags: ['Administration'],
    summary: 'Remove documents of a source',
    description: `Removes up to ${documentsPerRemovalMax} documents by their external ids, all or none. Those that do not exist are ignored: repeating a request changes nothing.`,
    guard: administratorAuthentication,
    bodyLimits: documentBatchLimits,
    request: jsonRequest(
      z.strictObject({
        source: z.string().refine((name) => parseSource(name) !== null, {
          error: 'must be lower-case letters, digits, "-" and "_"',
        }),
        external_ids: z
          .array(
            z.string().max(512).refine(storable, {
              error: 'must not contain NUL characters or lone surrogates',
            }),
          )
          .min(1)
          .max(documentsPerRemovalMax),
      }),
      { source: 'ticket', external_ids: ['T-1042'] },
    ),
    responses: {
      200: jsonResponse(
        'How many documents were removed.',
        z.object({ removed: z.int() }).openapi('RemovedDocuments'),
      ),
    },
  },
  async (context, { ken }) => {
    const { source, external_ids: externalIds } = context.req.valid('json')
    const outcome = await removeDocuments(ken.ports, {
      actor: callerOf(context).actor,
      source: source as Source, // The schema parsed it.
      externalIds,
    })
    return outcome.ok
      ? respondJson(context, { removed: outcome.value }, 200)
      : problem(context, outcome.error)
  },
)
