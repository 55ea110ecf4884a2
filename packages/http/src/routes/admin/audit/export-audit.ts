import { z } from '@hono/zod-openapi'
import { AccessEnded, exportAudit, type AuditRecord } from '@ken/core'
import { stringify } from 'csv-stringify'
import { pipeline, Readable } from 'node:stream'
import type { ApiContext } from '../../../api-context.ts'
import { thrownFailure } from '../../../errors/error-handler.ts'
import { problemRow } from '../../../errors/problem-table.ts'
import { problem } from '../../../errors/problems.ts'
import { respondFile } from '../../../respond.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import type { RouteApi } from '../../../routing/route-api.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { auditFilter, auditParameters, auditSchema, auditView } from './audit-view.ts'

/** Exports the audit log. */
export const exportAuditRoute = defineRoute(
  {
    operationId: 'exportAudit',
    method: 'get',
    path: '/api/v1/admin/audit/export',
    tags: ['Administration'],
    summary: 'Export the audit log as CSV, newest first',
    description:
      'Accepts the filters of the list. The export is an audit entry itself, with its filters.',
    guard: administratorAuthentication,
    request: { query: z.strictObject(auditParameters) },
    responses: {
      200: {
        description:
          "CSV (RFC 4180) in UTF-8 with a header line. Fields that a spreadsheet would calculate are prefixed with `'`.",
        content: { 'text/csv': { schema: z.string() } },
      },
    },
  },
  async (context, api) => {
    const file = { name: 'ken-audit.csv', type: 'text/csv; charset=utf-8' }
    // A safe method (RFC 9110, 9.2.1): it exports nothing, so it is no entry.
    if (context.req.method === 'HEAD')
      return respondFile(context, { ...file, content: new ReadableStream() })
    const { actor } = callerOf(context)
    const outcome = await exportAudit(api.ken.ports, {
      actor,
      filter: auditFilter(context.req.valid('query')),
    })
    if (!outcome.ok) return problem(context, outcome.error)
    const ended = Promise.withResolvers<number>()
    context.set('endOfStream', ended.promise)
    const views = viewsOf(outcome.value, { context, api, end: ended.resolve })
    return respondFile(context, { ...file, content: tableOf(views) })
  },
)

type Reading = {
  readonly context: ApiContext
  readonly api: RouteApi
  /** Takes the status that the response would have if it had not begun. */
  readonly end: (status: number) => void
}

/** The views of the records. Logs an error as that of a response that has not begun. */
async function* viewsOf(
  records: AsyncIterable<AuditRecord>,
  { context, api, end }: Reading,
): AsyncIterable<ReturnType<typeof auditView>> {
  let status = 503 // If the download ends early.
  const fail = (error: unknown) => {
    status = problemRow(failureOf(error, { context, api }).code).status
  }
  try {
    for await (const record of noting(records, fail)) yield auditView(record)
    status = 200
  } finally {
    end(status)
  }
}

/** The failure of an error of reading, which is logged once. That a person may not read on is no fault. */
function failureOf(error: unknown, { context, api }: Pick<Reading, 'context' | 'api'>) {
  if (!(error instanceof AccessEnded)) return thrownFailure(api, error, context)
  api.log.info('audit.export_ended', { request_id: context.get('requestId') })
  return { code: 'account.forbidden' } as const
}

/** The items. Passes on an error of reading them, and none of what is done with them. */
async function* noting<Item>(
  items: AsyncIterable<Item>,
  fail: (error: unknown) => void,
): AsyncIterable<Item> {
  try {
    yield* items
  } catch (error) {
    fail(error)
    throw error
  }
}

/** Escapes a field that starts like a formula. */
function tableOf(views: AsyncIterable<ReturnType<typeof auditView>>): ReadableStream<Uint8Array> {
  const columns = Object.keys(auditSchema.shape)
  const table = stringify({
    header: true,
    columns,
    escape_formulas: true,
    cast: { object: (value) => JSON.stringify(value) },
  })
  // A download that is aborted ends the table, and the pipeline then ends the reading of records.
  const rows = Readable.from(views, { highWaterMark: 64 })
  pipeline(rows, table, () => {})
  return Readable.toWeb(table) as ReadableStream<Uint8Array>
}
