import { createRoute, z } from '@hono/zod-openapi'
import { listAccounts, roles, type Account } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { queryProblems } from '../../request/query-parameters.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'
import { pageParameters, pageSchema, pageView, pageWanted } from '../page.ts'
import { personPosition, personSchema, personView } from './person-view.ts'

/** Everybody with an account. */
export const listAccountsRoute = createRoute({
  operationId: 'listAccounts',
  method: 'get',
  path: '/api/v1/admin/users',
  tags: ['Administration'],
  summary: 'People, by address',
  security: [{ accessToken: [] }],
  request: {
    query: z.strictObject({
      ...pageParameters(personPosition),
      q: z.string().trim().min(1).max(100).optional().openapi({ description: 'A part of the address or the name.' }),
      role: z.enum(roles).optional(),
      status: z.enum(['active', 'deactivated']).optional(),
    }),
  },
  responses: {
    200: jsonAnswer('The people who match.', pageSchema(personSchema, 'PersonPage')),
    ...problemResponses(...queryProblems, ...sessionProblems, ...anyProblems),
  },
})

/** Serves the list. */
export const mountListAccounts = (app: SurfaceApp, surface: Surface) =>
  mount(app, listAccountsRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const { q, role, status, limit, cursor } = context.req.valid('query')
    const filter = { text: q ?? null, role: role ?? null, status: status ?? null }
    const page = pageWanted({ limit, cursor: cursor as Account['email'] | undefined })
    const outcome = await listAccounts(surface.ken.ports, { actor, filter, page })
    return outcome.ok ? answerJson(context, pageView(outcome.value, personView), 200) : problem(context, outcome.error)
  })
