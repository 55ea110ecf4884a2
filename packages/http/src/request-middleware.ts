import type { LogFields } from '@ken/core/ports'
import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { completeResponse } from './respond.ts'
import { incomingOf, peerOf } from './request/incoming.ts'
import { undeclaredProxyWatch } from './request/undeclared-proxy.ts'
import { mountPathOf } from './request/mount-path.ts'
import { securityHeaders } from './security/security-headers.ts'
import type { Api } from './api.ts'
import type { ApiContext, ApiEnv } from './api-context.ts'

/**
 * Adds to every request an id, the client's address, security headers and one log line. The line contains the route,
 * never the received path or query. The line of a stream is written at its end.
 */
export function requestMiddleware(api: Api): MiddlewareHandler<ApiEnv> {
  const { ken, log, clientAddress } = api
  const watchForProxy = undeclaredProxyWatch(api)
  const headers = Object.fromEntries(securityHeaders(ken.config))
  const mountPath = mountPathOf(ken.config.baseUrl)
  return async (context, next) => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    const incoming = incomingOf(context.env)
    watchForProxy(incoming)
    const address = clientAddress(peerOf(context.env), context.req.header('x-forwarded-for'))
    context.set('requestId', requestId)
    context.set('mountPath', mountPath)
    context.set('address', address)
    context.set('cookies', [])
    context.set('headers', { ...headers, 'X-Request-Id': requestId })

    await next()
    completeResponse(context)

    const route = routeOf(context)
    const begunMs = millisecondsSince(startedAt)
    const logged = (status: number, more: LogFields = {}) => ({
      request_id: requestId,
      method: context.req.method,
      route,
      status,
      duration_ms: millisecondsSince(startedAt),
      ...more,
      address,
      key_id:
        (context.get('caller')?.actor ?? context.get('surface'))?.keyId ??
        context.get('keyId') ??
        null,
    })
    const { status } = context.res
    const endOfStream = context.get('endOfStream')
    if (endOfStream === undefined) log.info('http.request', logged(status))
    else
      void endOfStream.then((last) => log.info('http.request', logged(last, { begun_ms: begunMs })))
  }
}

const millisecondsSince = (startedAt: number): number =>
  Math.round((performance.now() - startedAt) * 100) / 100

/** The pattern of the matching route; null without one. */
function routeOf(context: ApiContext): string | null {
  const last = matchedRoutes(context).at(-1)
  const accepted = context.get('route') ?? null
  return last === undefined || last.method === 'ALL' ? accepted : last.path
}
