import { createRoute, z } from '@hono/zod-openapi'
import { describedHeaders, problemResponses } from '../errors/problems.ts'
import type { Markup } from '../pages/page.ts'
import type { SurfaceApp } from '../surface.ts'
import { mount } from './mount.ts'

/** The contract for people. */
export const referenceRoute = createRoute({
  operationId: 'getReference',
  method: 'get',
  path: '/public/v1/docs',
  tags: ['Reference'],
  summary: 'This contract for people',
  description: 'The reference as a page, rendered from the OpenAPI document. Needs no key.',
  security: [],
  responses: {
    200: {
      description: 'The page.',
      headers: describedHeaders(),
      content: { 'text/html': { schema: z.string(), example: '<!doctype html>…' } },
    },
    ...problemResponses('http.internal'),
  },
})

/** Serves a page that was rendered once. */
export const mountReference = (app: SurfaceApp, page: Markup) =>
  mount(app, referenceRoute, [], (context) => context.html(page, 200, { 'Cache-Control': 'no-cache' }))
