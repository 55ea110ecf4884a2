import { z } from '@hono/zod-openapi'
import {
  queryLengthMax,
  search,
  searchLimitDefault,
  searchLimitMax,
  searchSourcesMax,
  sourceLengthMax,
} from '@ken/core'
import { problem } from '../errors/problems.ts'
import { respondJson } from '../respond.ts'
import { defineRoute } from '../routing/define-route.ts'
import { callerAuthentication, callerOf } from '../security/caller-authentication.ts'
import { onBehalfHeader } from './on-behalf-header.ts'
import { searchResultSchema, searchResultView } from './search-result-view.ts'

const requestSchema = z
  .strictObject({
    query: z
      .string()
      .min(1)
      .max(queryLengthMax)
      .openapi({ description: 'Free text: words or a question.' }),
    limit: z.int().min(1).max(searchLimitMax).optional().openapi({
      description: 'The maximum number of results.',
      default: searchLimitDefault,
    }),
    sources: z
      .array(z.string().min(1).max(sourceLengthMax))
      .min(1)
      .max(searchSourcesMax)
      .optional()
      .openapi({
        description:
          'Restricts the results to these sources; omit it to search all. A source that does not exist, or that the caller may not search, has no results.',
        example: ['wiki', 'ticket'],
      }),
  })
  .openapi('SearchRequest')

const responseSchema = z
  .object({
    results: z
      .array(searchResultSchema)
      .openapi({ description: 'The results, best first; at most `limit`.' }),
    degraded: z.boolean().openapi({
      description:
        'True if only keyword search ran, because semantic search did not finish in time.',
    }),
  })
  .openapi('SearchAnswer')

/** Searches with the permissions of the caller. */
export const searchRoute = defineRoute(
  {
    operationId: 'search',
    method: 'post',
    path: '/public/v1/search',
    tags: ['Search'],
    summary: 'Search the knowledge base',
    description:
      'Finds results by keyword search and, if an embedder is configured, by semantic search. Results are limited to the sources of the key, and to what the person may see: the one who is signed in, the owner of the key, or the one named in `Ken-On-Behalf-Of`.',
    guard: callerAuthentication({ isReadOnly: true }),
    request: {
      headers: onBehalfHeader,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: requestSchema,
            example: { query: 'how do I rotate an API key', limit: 3 },
          },
        },
      },
    },
    responses: {
      200: {
        description: 'The results.',
        content: {
          'application/json': {
            schema: responseSchema,
            example: {
              results: [
                {
                  id: '0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f',
                  title: 'Rotate an API key',
                  snippet: 'Create a new key, verify it, then revoke the old one.',
                  marks: [{ start: 13, end: 16 }],
                  source: 'wiki',
                  url: 'https://wiki.example.com/keys/rotate',
                  updated_at: '2026-03-01T10:00:00.000Z',
                  score: 0.9677,
                },
              ],
              degraded: false,
            },
          },
        },
      },
    },
    // In this order, so that `search.invalid` gives the example of INVALID_REQUEST.
    problems: ['http.invalid_request', 'search.invalid', 'search.timed_out', 'search.too_many'],
  },
  async (context, { ken }) => {
    const { actor, visibility } = callerOf(context)
    const { userId } = actor
    const outcome = await search(ken.ports, { userId, visibility, ...context.req.valid('json') })
    if (!outcome.ok) return problem(context, outcome.error)
    const { results, degraded } = outcome.value
    return respondJson(context, { results: results.map(searchResultView), degraded }, 200)
  },
)
