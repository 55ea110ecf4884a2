import { createRoute, z } from '@hono/zod-openapi'
import { queryLengthMax, search, searchLimitDefault, searchLimitMax } from '@ken/core'
import { answerJson } from '../answer.ts'
import { problem, problemResponses } from '../errors/problems.ts'
import { soundBodyProblems } from '../request/sound-body.ts'
import { callerAuthentication, callerOf, callerProblems } from '../security/caller-authentication.ts'
import type { Surface, SurfaceApp } from '../surface.ts'
import { findingSchema, findingView } from './finding-view.ts'
import { mount } from './mount.ts'
import { withAllowance } from './with-allowance.ts'

const requestSchema = z
  .strictObject({
    query: z.string().min(1).max(queryLengthMax).openapi({ description: 'Free text: words or a question.' }),
    limit: z.int().min(1).max(searchLimitMax).optional().openapi({
      description: 'The most results wanted.',
      default: searchLimitDefault,
    }),
  })
  .openapi('SearchRequest')

const answerSchema = z
  .object({
    results: z.array(findingSchema).openapi({ description: 'What answers the query, best first; at most `limit`.' }),
    degraded: z.boolean().openapi({
      description: 'True when results were found by words alone because the embedder did not respond.',
    }),
  })
  .openapi('SearchAnswer')

/** Search: the findings a key's owner may see. */
export const searchRoute = createRoute({
  operationId: 'search',
  method: 'post',
  path: '/public/v1/search',
  tags: ['Search'],
  summary: 'Search the knowledge base',
  description:
    'Finds what answers a query, by words and, where an embedder is configured, by meaning. Results are what the person may see who signed in, owns the key, or is named by `Ken-On-Behalf-Of`, narrowed by the key; nothing else changes them.',
  security: [{ apiKey: [] }, { serviceKey: [] }, { accessToken: [] }],
  request: {
    headers: z.object({
      'ken-on-behalf-of': z.string().optional().openapi({
        description:
          'With a service key, and with no other credential: the external id of the person who asks. A service key without it is refused with `ON_BEHALF_OF_REQUIRED`, any other credential with it with `ON_BEHALF_OF_NOT_ALLOWED`, and whoever is not linked, known or not, with `IDENTITY_NOT_LINKED`.',
        example: 'U0123',
      }),
    }),
    body: {
      required: true,
      content: { 'application/json': { schema: requestSchema, example: { query: 'how do I rotate an API key', limit: 3 } } },
    },
  },
  responses: withAllowance({
    200: {
      description: 'The findings.',
      content: {
        'application/json': {
          schema: answerSchema,
          example: {
            results: [
              {
                title: 'Rotate an API key',
                snippet: 'Create a new key, verify it, then revoke the old one.',
                source: 'wiki',
                url: 'https://wiki.example.com/keys/rotate',
                score: 0.9677,
              },
            ],
            degraded: false,
          },
        },
      },
    },
    ...problemResponses(...soundBodyProblems, 'search.invalid', ...callerProblems, 'http.internal', 'http.unavailable'),
  }),
})

/** Serves search to callers with a key. */
export const mountSearch = (app: SurfaceApp, surface: Surface) =>
  mount(app, searchRoute, [callerAuthentication(surface, { isPlainRead: true })], async (context) => {
    const { visibility } = callerOf(context)
    const outcome = await search(surface.ken.ports, { visibility, ...context.req.valid('json') })
    if (!outcome.ok) return problem(context, outcome.error)
    const { results, degraded } = outcome.value
    return answerJson(context, { results: results.map(findingView), degraded }, 200)
  })
