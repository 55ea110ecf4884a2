import type { z } from '@hono/zod-openapi'
import type { Api } from '../api.ts'
import type { ApiApp } from '../api-context.ts'
import { jsonBody } from '../request/json-body.ts'
import { pathParameters } from '../request/path-parameters.ts'
import { queryParameters } from '../request/query-parameters.ts'
import { anyone } from '../security/guard.ts'
import type { Route } from './define-route.ts'

/**
 * Registers routes with the app. For each request the guard runs first, then path, query and body are validated, then
 * the handler runs. A caller that the guard refuses learns nothing about bodies.
 */
export function registerRoutes(app: ApiApp, routes: readonly Route[], api: Api): void {
  for (const { operationId, method, path, guard, request, responses, ...route } of routes) {
    const routeApi = { ...api, operationId }
    const { params, query, body } = request
    const hasEvents = 'text/event-stream' in (responses['200']?.content ?? {})
    const media = body?.content['application/json']
    const schema = media !== undefined && 'schema' in media ? media.schema : undefined
    // zod-openapi also accepts a plain description instead of a zod schema; no route uses one.
    const steps = [
      ...(guard === anyone ? [] : [guard.middleware(api)]),
      ...(params === undefined ? [] : [pathParameters(params as z.ZodType)]),
      ...(query === undefined ? [] : [queryParameters(query as z.ZodType)]),
      ...(schema === undefined
        ? []
        : [
            jsonBody(
              schema as z.ZodType,
              { isRequired: body?.required !== false, hasEvents },
              route.bodyLimits,
            ),
          ]),
    ]
    app.on(method, [path.replaceAll(/\{(\w+)\}/g, ':$1')], ...steps, (context) =>
      route.handler(context, routeApi),
    )
  }
}
