import { z } from '@hono/zod-openapi'
import { countAudit } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { auditFilter, auditParameters } from './audit-view.ts'

const countSchema = z
  .object({
    count: z.int(),
    capped: z.boolean().openapi({ description: 'There are more entries than were counted.' }),
  })
  .openapi('AuditCount')

/** Counts audit entries. */
export const countAuditRoute = defineRoute(
  {
    operationId: 'countAudit',
    method: 'get',
    path: '/api/v1/admin/audit/count',
    tags: ['Administration'],
    summary: 'Count audit entries, for example before an export',
    description: 'Accepts the filters of the list. Counts to a limit, and says if there are more.',
    guard: administratorAuthentication,
    request: { query: z.strictObject(auditParameters) },
    responses: { 200: jsonResponse('The number of matching entries.', countSchema) },
  },
  async (context, { ken }) => {
    const outcome = await countAudit(ken.ports, {
      actor: callerOf(context).actor,
      filter: auditFilter(context.req.valid('query')),
    })
    if (!outcome.ok) return problem(context, outcome.error)
    const { count, isCapped } = outcome.value
    return respondJson(context, { count, capped: isCapped }, 200)
  },
)
