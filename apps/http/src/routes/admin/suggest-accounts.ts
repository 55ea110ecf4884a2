import { createRoute, z } from '@hono/zod-openapi'
import { suggestAccounts } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { queryProblems } from '../../request/query-parameters.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { accountSchema, accountView } from '../account-view.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'

/** Type-ahead for people. */
export const suggestAccountsRoute = createRoute({
  operationId: 'suggestAccounts',
  method: 'get',
  path: '/api/v1/admin/users/suggest',
  tags: ['Administration'],
  summary: 'Up to ten active people for what was typed so far',
  description: 'Nobody before the second character. Who begins with it comes before who has it inside.',
  security: [{ accessToken: [] }],
  request: { query: z.strictObject({ q: z.string().max(100) }) },
  responses: {
    200: jsonAnswer('The people.', z.object({ data: z.array(accountSchema) }).openapi('UserSuggestions')),
    ...problemResponses(...queryProblems, ...sessionProblems, ...anyProblems),
  },
})

/** Serves the suggestions. */
export const mountSuggestAccounts = (app: SurfaceApp, surface: Surface) =>
  mount(app, suggestAccountsRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const outcome = await suggestAccounts(surface.ken.ports, { actor, typed: context.req.valid('query').q })
    return outcome.ok ? answerJson(context, { data: outcome.value.map(accountView) }, 200) : problem(context, outcome.error)
  })
