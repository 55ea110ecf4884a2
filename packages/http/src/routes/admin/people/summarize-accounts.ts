import { z } from '@hono/zod-openapi'
import { countedPerKindMax, roles, summarizeAccounts, type AccountSummary } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

const perRole = z.record(z.enum(roles), z.int())

const summarySchema = z
  .object({
    total: z.int(),
    by_role: perRole,
    by_status: z.object({ active: z.int(), deactivated: z.int() }),
    without_mfa_by_role: perRole.openapi({
      description: 'Active people without two-factor authentication.',
    }),
    capped: z.boolean().openapi({
      description: `Only ${countedPerKindMax} people of one role, status and state of two-factor authentication were counted: there are more.`,
    }),
  })
  .openapi('PeopleSummary')

const summaryView = (summary: AccountSummary): z.infer<typeof summarySchema> => ({
  total: summary.total,
  by_role: { ...summary.byRole },
  by_status: { ...summary.byStatus },
  without_mfa_by_role: { ...summary.withoutMfaByRole },
  capped: summary.isCapped,
})

/** Counts people. */
export const summarizeAccountsRoute = defineRoute(
  {
    operationId: 'summarizeAccounts',
    method: 'get',
    path: '/api/v1/admin/users/summary',
    tags: ['Administration'],
    summary: 'Count people by role, status and two-factor authentication',
    description: 'Numbers for the overview. They reveal no names.',
    guard: administratorAuthentication,
    responses: { 200: jsonResponse('The numbers.', summarySchema) },
  },
  async (context, { ken }) => {
    const outcome = await summarizeAccounts(ken.ports, { actor: callerOf(context).actor })
    return outcome.ok
      ? respondJson(context, summaryView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
