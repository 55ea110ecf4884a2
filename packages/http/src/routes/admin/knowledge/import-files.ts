import { z } from '@hono/zod-openapi'
import {
  documentsPerImportMax,
  importFiles,
  invalidFileReasons,
  isDocumentDate,
  isFolderAddress,
  parsePrincipal,
  parseSource,
  skippedFileReasons,
  type FileVerdict,
} from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { disconnection, outgoingOf } from '../../../request/incoming.ts'
import type { BodyLimits } from '../../../request/json-body.ts'
import { respondJson } from '../../../respond.ts'
import { jsonRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { extendResponseStart } from '../../../server/request-limits.ts'

const verdicts = ['created', 'updated', 'unchanged', 'superseded', 'skipped', 'invalid'] as const

/** A file of 8 MiB in base64, with its path and what all files have in common. */
const fileBatchLimits: BodyLimits = {
  bytesMax: 12 * 1024 * 1024,
  keysMax: documentsPerImportMax * 4,
  allowsAnyText: true,
}

/** Time for a file that exhausts the converter, and for batches before it. */
const longestImportMs = 60_000

const requestSchema = z.strictObject({
  source: z
    .string()
    .refine((name) => parseSource(name) !== null, {
      error: 'must be lower-case letters, digits, "-" and "_", at most 63',
    })
    .openapi({ maxLength: 63 }),
  allowed: z
    .array(
      z.string().refine((principal) => parsePrincipal(principal) !== null, {
        error: 'must be "everyone", "role:Owner|Admin|Member", "group:<slug>" or "user:<id>"',
      }),
    )
    .min(1)
    .max(100)
    .openapi({ description: 'Who may see the documents.' }),
  url_base: z
    .string()
    .max(2_048)
    .refine(isFolderAddress, {
      error: 'must be an absolute http or https URL without query, fragment, name or password',
    })
    .nullish()
    .openapi({ description: 'Where the folder is published, for links.' }),
  import_id: z
    .uuid()
    .nullish()
    .openapi({ description: 'Requests with the same id are one import in the list of sources.' }),
  files: z
    .array(
      z.strictObject({
        path: z.string().openapi({
          description: 'From the chosen folder to the file, with `/`. Becomes the external id.',
        }),
        content: z.string().transform(bytesOf).openapi({
          type: 'string',
          format: 'byte',
          description: 'The bytes of the file; at most 8 MiB.',
        }),
        modified_at: z.iso
          .datetime({ offset: true, abort: true })
          .refine((date) => isDocumentDate(new Date(date)), {
            error: 'must be in the years 1 to 9999',
          }),
      }),
    )
    .min(1)
    .max(documentsPerImportMax),
})

const importedSchema = z
  .object({
    files: z.array(
      z.object({
        verdict: z.enum(verdicts).openapi({
          description:
            '`superseded`: a later file of the batch has the same path. `skipped`: not meant to be a document.',
        }),
        reason: z
          .enum([...skippedFileReasons, ...invalidFileReasons])
          .nullable()
          .openapi({ description: 'Why the file is skipped or invalid; otherwise null.' }),
        detail: z.string().nullable().openapi({ description: 'The same in words.' }),
      }),
    ),
  })
  .openapi('ImportedFiles')

/** Makes documents from files. */
export const importFilesRoute = defineRoute(
  {
    operationId: 'importFiles',
    method: 'post',
    path: '/api/v1/admin/knowledge/files',
    tags: ['Administration'],
    summary: 'Import files as documents',
    description: `Takes up to ${documentsPerImportMax} Markdown, HTML, text, CSV, email and Word files in 12 MiB of JSON, makes documents from them by the rules of \`ken import\`, stores these in one transaction, and returns a verdict for each file, in order. Source and path identify a document: repeating a batch changes nothing.`,
    guard: administratorAuthentication,
    bodyLimits: fileBatchLimits,
    request: jsonRequest(requestSchema, {
      source: 'handbook',
      allowed: ['group:it'],
      files: [{ path: 'guides/vpn.md', content: 'IyBWUE4K', modified_at: '2026-02-13T09:30:00Z' }],
    }),
    responses: { 200: jsonResponse('A verdict for each file.', importedSchema) },
    problems: ['knowledge.source_being_removed'],
  },
  async (context, { ken }) => {
    const { source, allowed, url_base, import_id, files } = context.req.valid('json')
    const outgoing = outgoingOf(context.env)
    if (outgoing !== undefined) extendResponseStart(outgoing, longestImportMs)
    const outcome = await importFiles(ken.ports, {
      actor: callerOf(context).actor,
      options: { source, allowed, urlBase: url_base ?? null },
      importId: import_id ?? undefined,
      signal: AbortSignal.any([disconnection(context), AbortSignal.timeout(longestImportMs)]),
      files: files.map(({ path, content, modified_at }) => ({
        path,
        content,
        modifiedAt: new Date(modified_at),
      })),
    })
    return outcome.ok
      ? respondJson(context, { files: outcome.value.map(verdictView) }, 200)
      : problem(context, outcome.error)
  },
)

/** The bytes of base64. Without a regular expression, whose stack a file of several megabytes would exhaust. */
function bytesOf(text: string, context: z.RefinementCtx): Uint8Array {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = Buffer.from(text, 'base64')
  if (text.length % 4 === 0 && bytes.length === (text.length / 4) * 3 - padding) return bytes
  context.addIssue({ code: 'custom', message: 'must be base64' })
  return z.NEVER
}

const verdictView = (verdict: FileVerdict) =>
  'reason' in verdict
    ? { verdict: verdict.kind, reason: verdict.reason, detail: verdict.detail }
    : { verdict: verdict.kind, reason: null, detail: null }
