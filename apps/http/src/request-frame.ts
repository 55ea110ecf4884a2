import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { completeAnswer } from './answer.ts'
import { incomingOf } from './request/incoming.ts'
import { undeclaredProxyWatch } from './request/undeclared-proxy.ts'
import { securityHeaders } from './security/security-headers.ts'
import type { Surface, SurfaceContext, SurfaceEnv } from './surface.ts'

/**
 * What every request gets: an id of its own, the client's address, the headers of R78 on whatever is
 * answered, and one log line. The line names the route, never the path or the query that were sent (R10).
 */
export function requestFrame(surface: Surface): MiddlewareHandler<SurfaceEnv> {
  const { ken, log, clientAddress } = surface
  const watchForProxy = undeclaredProxyWatch(surface)
  const headers = Object.fromEntries(securityHeaders(ken.config))
  return async (context, next) => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    const incoming = incomingOf(context.env)
    watchForProxy(incoming)
    const address = clientAddress(incoming?.socket.remoteAddress, context.req.header('x-forwarded-for'))
    context.set('requestId', requestId)
    context.set('address', address)
    context.set('cookies', [])
    context.set('headers', { ...headers, 'X-Request-Id': requestId })

    await next()
    completeAnswer(context)

    log.info('http.request', {
      request_id: requestId,
      method: context.req.method,
      route: routeOf(context),
      status: context.res.status,
      duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
      address,
      key_id: (context.get('caller')?.actor ?? context.get('surface'))?.keyId ?? null,
    })
  }
}

/** The pattern of the route that was taken; null when there was none. */
function routeOf(context: SurfaceContext): string | null {
  const last = matchedRoutes(context).at(-1)
  return last === undefined || last.method === 'ALL' ? null : last.path
}
