import { z } from '@hono/zod-openapi'
import { describedHeaders } from '../errors/problems.ts'
import { defineRoute } from '../routing/define-route.ts'
import { anyone } from '../security/guard.ts'

/** The public contract for people. */
export const referenceRoute = defineRoute(
  {
    operationId: 'getReference',
    method: 'get',
    path: '/public/v1/docs',
    tags: ['Reference'],
    summary: 'Show the API reference',
    description: 'The reference as a page, generated from the OpenAPI document. Needs no key.',
    guard: anyone,
    isStatic: true,
    responses: {
      200: {
        description: 'The page.',
        headers: describedHeaders(),
        content: { 'text/html': { schema: z.string(), example: '<!doctype html>…' } },
      },
    },
  },
  (context, { contract }) =>
    context.html(contract.reference(), 200, { 'Cache-Control': 'no-cache' }),
)
