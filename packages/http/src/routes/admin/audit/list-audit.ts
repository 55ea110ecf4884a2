import { z } from '@hono/zod-openapi'
import { listAudit } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { pagedList, pageSchema, pageWanted } from '../../../routing/list-page.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../../security/session-authentication.ts'
import { auditFilter, auditParameters, listedAuditSchema, listedAuditView } from './audit-view.ts'

const list = pagedList('listAudit', z.string().regex(/^[1-9]\d{0,17}$/))

/** Lists audit entries. */
export const listAuditRoute = defineRoute(
  {
    operationId: 'listAudit',
    method: 'get',
    path: '/api/v1/admin/audit',
    tags: ['Administration'],
    summary: 'List audit entries, newest first',
    description:
      'For Owners and Admins. All filters have to match. An entry never contains a secret or the text of a request.',
    guard: sessionAuthentication(),
    request: {
      query: z.strictObject({
        ...auditParameters,
        ...list.parameters,
      }),
    },
    responses: {
      200: jsonResponse('The matching entries.', pageSchema(listedAuditSchema, 'AuditPage')),
    },
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const query = context.req.valid('query')
    const outcome = await listAudit(ken.ports, {
      actor,
      filter: auditFilter(query),
      page: pageWanted(query),
    })
    return outcome.ok
      ? respondJson(context, list.pageView(outcome.value, listedAuditView), 200)
      : problem(context, outcome.error)
  },
)
