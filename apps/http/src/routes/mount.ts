import type { RouteConfig, RouteConfigToTypedResponse, RouteHandler, z } from '@hono/zod-openapi'
import type { Handler, MiddlewareHandler } from 'hono'
import { jsonBody } from '../request/json-body.ts'
import { pathParameters } from '../request/path-parameters.ts'
import { queryParameters } from '../request/query-parameters.ts'
import type { SurfaceApp, SurfaceEnv } from '../surface.ts'

/** Unlike Hono's type, it holds a route to its declaration also where an answer has no body. */
type DeclaredHandler<Route extends RouteConfig> = (
  context: Parameters<RouteHandler<Route, SurfaceEnv>>[0],
) => RouteConfigToTypedResponse<Route> | Promise<RouteConfigToTypedResponse<Route>>

/**
 * Mounts a route: its guards, then its path, query and body, then its handler. The type of the handler is the route's
 * declaration: an answer that is not declared does not compile. Who fails a guard learns nothing
 * about bodies.
 */
export function mount<Route extends RouteConfig>(
  app: SurfaceApp,
  route: Route,
  guards: readonly MiddlewareHandler<SurfaceEnv>[],
  handler: DeclaredHandler<Route>,
): void {
  const { params, query, body } = route.request ?? {}
  const media = body?.content['application/json']
  const schema = media !== undefined && 'schema' in media ? (media.schema as z.ZodType) : undefined
  const steps = [
    ...guards,
    ...(params === undefined ? [] : [pathParameters(params as z.ZodType)]),
    ...(query === undefined ? [] : [queryParameters(query as z.ZodType)]),
    ...(schema === undefined ? [] : [jsonBody(schema, { isRequired: body?.required !== false })]),
  ]
  const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
  // Hono's own signature knows the answers of handlers it infers, not those of one that was declared.
  app.on(route.method, [path], ...steps, handler as unknown as Handler<SurfaceEnv>)
}
