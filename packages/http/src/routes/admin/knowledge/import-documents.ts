import { z } from '@hono/zod-openapi'
import { documentsPerImportMax, importDocuments, type ImportVerdict } from '@ken/core'
import type { FieldError } from '../../../errors/field-error.ts'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { documentBatchLimits } from './document-batch-limits.ts'
import { documentErrorsOf, documentInputOf, documentSchema } from './document-input.ts'

const verdicts = ['created', 'updated', 'unchanged', 'superseded', 'invalid'] as const

const importedSchema = z
  .object({
    documents: z.array(
      z.object({
        verdict: z.enum(verdicts).openapi({
          description:
            '`superseded`: a later document of the batch has the same source and external id.',
        }),
        errors: z
          .array(z.object({ pointer: z.string(), detail: z.string() }))
          .openapi({ description: 'Why the document is invalid; otherwise empty.' }),
      }),
    ),
  })
  .openapi('ImportedDocuments')

/** Creates and replaces documents. */
export const importDocumentsRoute = defineRoute(
  {
    operationId: 'importDocuments',
    method: 'post',
    path: '/api/v1/admin/knowledge/documents',
    tags: ['Administration'],
    summary: 'Create and replace documents',
    description: `Takes up to ${documentsPerImportMax} documents in 8 MiB, stores the valid ones in one transaction, and returns a verdict for each, in order. Source and external id identify a document: repeating a batch changes nothing.`,
    guard: administratorAuthentication,
    bodyLimits: documentBatchLimits,
    request: jsonRequest(
      z.strictObject({ documents: z.array(documentSchema).min(1).max(documentsPerImportMax) }),
      {
        documents: [
          {
            source: 'ticket',
            external_id: 'T-1042',
            title: 'VPN fails after update',
            url: 'https://tickets.example.com/T-1042',
            body: 'Restart the client.',
            allowed: ['group:it'],
            updated_at: '2026-02-13T09:30:00Z',
          },
        ],
      },
    ),
    responses: { 200: jsonResponse('A verdict for each document.', importedSchema) },
    problems: ['knowledge.source_being_removed'],
  },
  async (context, { ken }) => {
    const read = context.req.valid('json').documents.map(documentInputOf)
    const outcome = await importDocuments(ken.ports, {
      actor: callerOf(context).actor,
      documents: read.flatMap((document) => (document.ok ? [document.value] : [])),
    })
    if (!outcome.ok) return problem(context, outcome.error)
    const stored = outcome.value.values()
    const documents = read.map((document, position) =>
      document.ok
        ? verdictView(stored.next().value!, position) // One verdict per document, in order.
        : invalid(document.error),
    )
    return respondJson(context, { documents }, 200)
  },
)

const invalid = (errors: readonly FieldError[]) => ({
  verdict: 'invalid' as const,
  errors: [...errors],
})

const verdictView = (verdict: ImportVerdict, position: number) =>
  verdict.kind === 'invalid'
    ? invalid(documentErrorsOf(verdict.faults, position))
    : { verdict: verdict.kind, errors: [] }
