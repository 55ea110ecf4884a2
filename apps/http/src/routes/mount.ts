import type { RouteConfig, RouteHandler, z } from '@hono/zod-openapi'
import type { Handler, MiddlewareHandler } from 'hono'
import { jsonBody } from '../request/json-body.ts'
import type { SurfaceApp, SurfaceEnv } from '../surface.ts'

/**
 * Mounts a route: its guards, then its body, then its handler. The type of the handler is the route's
 * declaration: an answer that is not declared does not compile. Who fails a guard learns nothing
 * about bodies.
 */
export function mount<Route extends RouteConfig>(
  app: SurfaceApp,
  route: Route,
  guards: readonly MiddlewareHandler<SurfaceEnv>[],
  handler: RouteHandler<Route, SurfaceEnv>,
): void {
  const media = route.request?.body?.content['application/json']
  const schema = media !== undefined && 'schema' in media ? (media.schema as z.ZodType) : undefined
  const steps = schema === undefined ? guards : [...guards, jsonBody(schema)]
  // Hono's own signature knows the answers of handlers it infers, not those of one that was declared.
  app.on(route.method, [route.path], ...steps, handler as unknown as Handler<SurfaceEnv>)
}
