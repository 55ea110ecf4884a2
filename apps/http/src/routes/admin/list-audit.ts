import { createRoute, z } from '@hono/zod-openapi'
import { listAudit } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { queryProblems } from '../../request/query-parameters.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'
import { pageParameters, pageSchema, pageView, pageWanted } from '../page.ts'
import { auditFilter, auditParameters, auditSchema, auditView } from './audit-view.ts'

/** What was done in Ken, and by whom. */
export const listAuditRoute = createRoute({
  operationId: 'listAudit',
  method: 'get',
  path: '/api/v1/admin/audit',
  tags: ['Administration'],
  summary: 'The audit log, newest first',
  security: [{ accessToken: [] }],
  request: { query: z.strictObject({ ...auditParameters, ...pageParameters(z.string().regex(/^[1-9]\d{0,17}$/)) }) },
  responses: {
    200: jsonAnswer('The entries that were asked for.', pageSchema(auditSchema, 'AuditPage')),
    ...problemResponses('account.forbidden', ...sessionProblems, ...queryProblems, ...anyProblems),
  },
})

/** Serves the audit log. */
export const mountListAudit = (app: SurfaceApp, surface: Surface) =>
  mount(app, listAuditRoute, [sessionAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const query = context.req.valid('query')
    const outcome = await listAudit(surface.ken.ports, { actor, filter: auditFilter(query), page: pageWanted(query) })
    return outcome.ok ? answerJson(context, pageView(outcome.value, auditView), 200) : problem(context, outcome.error)
  })
