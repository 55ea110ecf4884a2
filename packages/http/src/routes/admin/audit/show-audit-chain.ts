import { z } from '@hono/zod-openapi'
import { showAuditChain, type ChainState } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

const time = z.string().openapi({ format: 'date-time' })

const chainSchema = z
  .object({
    state: z.enum(['unbroken', 'broken', 'unchecked']),
    entries: z.int().openapi({ description: 'The number of entries in the chain.' }),
    head: z
      .string()
      .nullable()
      .openapi({ description: 'The hash of the last link. Keep it elsewhere to compare later.' }),
    since: time.nullable().openapi({ description: 'The time of the first entry.' }),
    checked_at: time.nullable().openapi({ description: 'When links were last verified.' }),
    first_break: z
      .object({
        id: z.string(),
        at: time.nullable().openapi({ description: 'Null if the stored time is no date.' }),
      })
      .nullable()
      .openapi({ description: 'The first entry that was changed or removed.' }),
  })
  .openapi('AuditChain')

const chainView = (chain: ChainState): z.infer<typeof chainSchema> => ({
  state: stateOf(chain),
  entries: chain.head?.position ?? 0,
  head: chain.head?.hash ?? null,
  since: chain.since?.toISOString() ?? null,
  checked_at: chain.checkedAt?.toISOString() ?? null,
  first_break:
    chain.firstBreak === null
      ? null
      : { id: chain.firstBreak.id, at: chain.firstBreak.at?.toISOString() ?? null },
})

function stateOf({ firstBreak, checkedAt }: ChainState): z.infer<typeof chainSchema>['state'] {
  if (firstBreak !== null) return 'broken'
  return checkedAt === null ? 'unchecked' : 'unbroken'
}

/** Shows the state of the audit chain. */
export const showAuditChainRoute = defineRoute(
  {
    operationId: 'showAuditChain',
    method: 'get',
    path: '/api/v1/admin/audit/chain',
    tags: ['Administration'],
    summary: 'Show whether the audit log was changed',
    description: 'The result of the checks that the scheduler runs every minute.',
    guard: administratorAuthentication,
    responses: { 200: jsonResponse('The chain.', chainSchema) },
  },
  async (context, { ken }) => {
    const outcome = await showAuditChain(ken.ports, { actor: callerOf(context).actor })
    return outcome.ok
      ? respondJson(context, chainView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
