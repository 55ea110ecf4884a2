import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '../api-context.ts'
import { respond } from '../respond.ts'

const exposed = 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed'

/**
 * Lets pages of the listed origins call the public contract, without cookies. The response only repeats
 * listed origins; any other origin gets no permission, and its preflight fails like any wrong method.
 */
export const crossOriginSharing =
  (origins: readonly string[]): MiddlewareHandler<ApiEnv> =>
  async (context, next) => {
    const headers = context.get('headers')
    headers['Vary'] = 'Origin'
    const origin = origins.find((listed) => listed === context.req.header('origin'))
    if (origin === undefined) return next()
    headers['Access-Control-Allow-Origin'] = origin
    headers['Access-Control-Expose-Headers'] = exposed
    if (
      context.req.method !== 'OPTIONS' ||
      context.req.header('access-control-request-method') === undefined
    )
      return next()
    return respond(context, null, 204, {
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': '600',
    })
  }
