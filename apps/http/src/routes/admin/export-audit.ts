import { Readable } from 'node:stream'
import { createRoute, z } from '@hono/zod-openapi'
import { exportAudit, type AuditRecord } from '@ken/core'
import { stringify } from 'csv-stringify'
import { problem, problemResponses } from '../../errors/problems.ts'
import { queryProblems } from '../../request/query-parameters.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { answerFile } from '../../answer.ts'
import { anyProblems } from '../declarations.ts'
import { mount } from '../mount.ts'
import { auditFilter, auditParameters, auditSchema, auditView } from './audit-view.ts'

/** The audit log, to take along. */
export const exportAuditRoute = createRoute({
  operationId: 'exportAudit',
  method: 'get',
  path: '/api/v1/admin/audit/export',
  tags: ['Administration'],
  summary: 'The audit log as a table, newest first',
  security: [{ accessToken: [] }],
  request: { query: z.strictObject(auditParameters) },
  responses: {
    200: {
      description: "CSV (RFC 4180) in UTF-8 with a header line. A field that a spreadsheet would calculate begins with `'`.",
      content: { 'text/csv': { schema: z.string() } },
    },
    ...problemResponses('account.forbidden', ...sessionProblems, ...queryProblems, ...anyProblems),
  },
})

/** Serves the table while it is read. */
export const mountExportAudit = (app: SurfaceApp, surface: Surface) =>
  mount(app, exportAuditRoute, [sessionAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const outcome = await exportAudit(surface.ken.ports, { actor, filter: auditFilter(context.req.valid('query')) })
    if (!outcome.ok) return problem(context, outcome.error)
    return answerFile(context, { name: 'ken-audit.csv', type: 'text/csv; charset=utf-8', content: tableOf(outcome.value) })
  })

/** R54: a field that begins like a formula is none. */
function tableOf(records: AsyncIterable<AuditRecord>): ReadableStream<Uint8Array> {
  const columns = Object.keys(auditSchema.shape)
  const table = stringify({ header: true, columns, escape_formulas: true, cast: { object: (value) => JSON.stringify(value) } })
  const rows = Readable.from(records).map(auditView)
  rows.on('error', (error) => table.destroy(error))
  return Readable.toWeb(rows.pipe(table)) as ReadableStream<Uint8Array>
}
