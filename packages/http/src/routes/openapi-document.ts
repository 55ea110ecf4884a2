import { z } from '@hono/zod-openapi'
import { describedHeaders } from '../errors/problems.ts'
import { defineRoute } from '../routing/define-route.ts'
import { anyone } from '../security/guard.ts'

/** The public contract for programs. */
export const openApiDocumentRoute = defineRoute(
  {
    operationId: 'getOpenApiDocument',
    method: 'get',
    path: '/public/v1/openapi.json',
    tags: ['Reference'],
    summary: 'Get the OpenAPI document',
    description:
      'The OpenAPI 3.1 document of the public contract, generated from the validators of requests. Needs no key.',
    guard: anyone,
    isStatic: true,
    responses: {
      200: {
        description: 'The document.',
        headers: describedHeaders(),
        content: {
          'application/json': {
            schema: z.looseObject({ openapi: z.string() }),
            example: { openapi: '3.1.0' },
          },
        },
      },
    },
  },
  (context, { contract }) =>
    context.json(contract.document(), 200, { 'Cache-Control': 'no-cache' }),
)
