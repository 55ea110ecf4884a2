import type { MiddlewareHandler } from 'hono'
import { answer } from '../answer.ts'
import type { SurfaceEnv } from '../surface.ts'

const exposed = 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed'

/**
 * Lets pages of the listed origins call the public contract, without cookies. The answer repeats an
 * origin only from the list; for any other nothing is granted and a preflight is like any wrong method (R79).
 */
export const crossOriginSharing =
  (origins: readonly string[]): MiddlewareHandler<SurfaceEnv> =>
  async (context, next) => {
    const headers = context.get('headers')
    headers['Vary'] = 'Origin'
    const origin = origins.find((listed) => listed === context.req.header('origin'))
    if (origin === undefined) return next()
    headers['Access-Control-Allow-Origin'] = origin
    headers['Access-Control-Expose-Headers'] = exposed
    if (context.req.method !== 'OPTIONS' || context.req.header('access-control-request-method') === undefined) return next()
    return answer(context, null, 204, {
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': '600',
    })
  }
