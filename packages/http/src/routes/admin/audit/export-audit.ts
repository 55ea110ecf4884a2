import { z } from '@hono/zod-openapi'
import { exportAudit, type AuditRecord } from '@ken/core'
import { stringify } from 'csv-stringify'
import { pipeline, Readable } from 'node:stream'
import { problem } from '../../../errors/problems.ts'
import { respondFile } from '../../../respond.ts'
import { defineRoute } from '../../../routing/define-route.ts'
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
  async (context, { ken }) => {
    const file = { name: 'ken-audit.csv', type: 'text/csv; charset=utf-8' }
    // A safe method (RFC 9110, 9.2.1): it exports nothing, so it is no entry.
    if (context.req.method === 'HEAD')
      return respondFile(context, { ...file, content: new ReadableStream() })
    const { actor } = callerOf(context)
    const outcome = await exportAudit(ken.ports, {
      actor,
      filter: auditFilter(context.req.valid('query')),
    })
    if (!outcome.ok) return problem(context, outcome.error)
    return respondFile(context, { ...file, content: tableOf(outcome.value) })
  },
)

async function* viewsOf(records: AsyncIterable<AuditRecord>) {
  for await (const record of records) yield auditView(record)
}

/** Escapes a field that starts like a formula. */
function tableOf(records: AsyncIterable<AuditRecord>): ReadableStream<Uint8Array> {
  const columns = Object.keys(auditSchema.shape)
  const table = stringify({
    header: true,
    columns,
    escape_formulas: true,
    cast: { object: (value) => JSON.stringify(value) },
  })
  // A download that is aborted ends the table, and the pipeline then ends the reading of records.
  const rows = Readable.from(viewsOf(records), { highWaterMark: 64 })
  pipeline(rows, table, () => {})
  return Readable.toWeb(table) as ReadableStream<Uint8Array>
}
