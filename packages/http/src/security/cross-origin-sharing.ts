import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '../api-context.ts'
import { respond } from '../respond.ts'

const exposed =
  'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed, WWW-Authenticate'

const methods = 'GET, POST, DELETE'

/** What pages send to the public contract, and to `/mcp` in any revision of the protocol. */
export const publicContractHeaders = 'Authorization, Content-Type, Idempotency-Key'
export const mcpHeaders =
  'Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id'

/**
 * Lets pages of the listed origins send requests with these headers, without cookies. The response only repeats
 * listed origins; any other origin gets no permission, and its preflight fails like any wrong method.
 */
export const crossOriginSharing =
  (origins: readonly string[], headers: string): MiddlewareHandler<ApiEnv> =>
  async (context, next) => {
    const collected = context.get('headers')
    collected['Vary'] = 'Origin'
    const origin = origins.find((listed) => listed === context.req.header('origin'))
    if (origin === undefined) return next()
    collected['Access-Control-Allow-Origin'] = origin
    collected['Access-Control-Expose-Headers'] = exposed
    if (
      context.req.method !== 'OPTIONS' ||
      context.req.header('access-control-request-method') === undefined
    )
      return next()
    return respond(context, null, 204, {
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': headers,
      'Access-Control-Max-Age': '600',
    })
  }
