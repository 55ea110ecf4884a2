import { z } from '@hono/zod-openapi'
import { listSources, type ListedSource } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

const count = (description: string) => z.int().openapi({ description })

const sourceSchema = z
  .object({
    source: z.string(),
    documents: z.int(),
    passages: count('Search finds passages; a long document has many.'),
    embedded: z.int().nullable().openapi({
      description: 'Passages that semantic search finds; null if no model for it is configured.',
    }),
    pending: z.int().nullable().openapi({
      description: 'Passages that wait for the model; null if none is configured.',
    }),
    last_import: z
      .object({
        at: z.iso.datetime(),
        by: z
          .string()
          .nullable()
          .openapi({ description: 'An address; null for the command line and a deleted account.' }),
        on_command_line: z.boolean(),
        upserted: count('Documents that were created or changed.'),
        removed: z.int(),
      })
      .nullable()
      .openapi({
        description: 'Null if it was before Ken recorded imports. One request is one import.',
      }),
    allowed: z
      .object({ everyone: z.int(), roles: z.int(), groups: z.int(), persons: z.int() })
      .openapi({
        description:
          'Documents that name everyone, and that name at least one role, group or person. A document can count more than once.',
      }),
    removal_requested_at: z.iso
      .datetime()
      .nullable()
      .openapi({ description: 'Since when the documents are being removed.' }),
    removal_failure: z
      .object({
        reason: z.enum(['error', 'worker_died', 'job_missing']).openapi({
          description:
            '`error`: the log of the worker has the error. `worker_died`: the worker of the job ended. `job_missing`: no job removes the documents.',
        }),
        job_id: z.string().nullable().openapi({ description: 'The job in the log.' }),
        is_final: z.boolean().openapi({
          description: 'No attempt follows by itself; request the removal again.',
        }),
      })
      .nullable()
      .openapi({ description: 'Why the removal makes no progress; null while it does.' }),
  })
  .openapi('ListedSource')

const sourcesSchema = z
  .object({ data: z.array(sourceSchema), next_cursor: z.null() })
  .openapi('SourceList')

const sourceView = ({
  lastImport,
  removalRequestedAt,
  removalFailure: failure,
  ...numbers
}: ListedSource): z.infer<typeof sourceSchema> => ({
  ...numbers,
  last_import: lastImport && {
    at: lastImport.at.toISOString(),
    by: lastImport.byEmail,
    on_command_line: lastImport.isByOperator,
    upserted: lastImport.upserted,
    removed: lastImport.removed,
  },
  removal_requested_at: removalRequestedAt?.toISOString() ?? null,
  removal_failure: failure && {
    reason: failure.reason,
    job_id: failure.jobId,
    is_final: failure.isFinal,
  },
})

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
    return respondJson(context, { data: outcome.value.map(sourceView), next_cursor: null }, 200)
  },
)
