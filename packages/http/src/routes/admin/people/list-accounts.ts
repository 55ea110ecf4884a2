import { z } from '@hono/zod-openapi'
import { listAccounts, roles, type Account } from '@ken/core'
import { listedPersonView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { pagedList, pageSchema, pageWanted } from '../../../routing/list-page.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { listedPersonSchema, personPosition } from './person-schema.ts'

const list = pagedList('listAccounts', personPosition)

/** Lists people. */
export const listAccountsRoute = defineRoute(
  {
    operationId: 'listAccounts',
    method: 'get',
    path: '/api/v1/admin/users',
    tags: ['Administration'],
    summary: 'List people by address',
    description: 'People of every role and status, with filters.',
    guard: administratorAuthentication,
    request: {
      query: z.strictObject({
        ...list.parameters,
        q: z
          .string()
          .trim()
          .min(1)
          .max(100)
          .optional()
          .openapi({ description: 'Part of the address or the name.' }),
        role: z.enum(roles).optional(),
        status: z.enum(['active', 'deactivated']).optional(),
        mfa: z
          .enum(['enabled', 'missing'])
          .optional()
          .openapi({ description: 'Whether two-factor authentication is enabled.' }),
      }),
    },
    responses: {
      200: jsonResponse('The matching people.', pageSchema(listedPersonSchema, 'ListedPersonPage')),
    },
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const { q, role, status, mfa, limit, cursor } = context.req.valid('query')
    const filter = {
      text: q ?? null,
      role: role ?? null,
      status: status ?? null,
      mfa: mfa ?? null,
    }
    const page = pageWanted({ limit, cursor: cursor as Account['email'] | undefined })
    const outcome = await listAccounts(ken.ports, { actor, filter, page })
    return outcome.ok
      ? respondJson(context, list.pageView(outcome.value, listedPersonView), 200)
      : problem(context, outcome.error)
  },
)
