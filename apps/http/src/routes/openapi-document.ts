import { createRoute, z } from '@hono/zod-openapi'
import { describedHeaders, problemResponses } from '../errors/problems.ts'
import type { SurfaceApp } from '../surface.ts'
import { mount } from './mount.ts'

/** The contract for programs. */
export const openApiDocumentRoute = createRoute({
  operationId: 'getOpenApiDocument',
  method: 'get',
  path: '/public/v1/openapi.json',
  tags: ['Reference'],
  summary: 'This contract for programs',
  description: 'The OpenAPI 3.1 document of the public contract, made from the very validators that requests pass. Needs no key.',
  security: [],
  responses: {
    200: {
      description: 'The document.',
      headers: describedHeaders(),
      content: { 'application/json': { schema: z.looseObject({ openapi: z.string() }), example: { openapi: '3.1.0' } } },
    },
    ...problemResponses('http.internal'),
  },
})

/** Serves a document that was generated once. */
export const mountOpenApiDocument = (app: SurfaceApp, document: { readonly openapi: string }) =>
  mount(app, openApiDocumentRoute, [], (context) => context.json(document, 200, { 'Cache-Control': 'no-cache' }))
