import type { MiddlewareHandler } from 'hono'
import { problem } from '../errors/problems.ts'
import type { SurfaceEnv } from '../surface.ts'

/**
 * Refuses what a page of another site makes a browser send: `Sec-Fetch-Site` must say same-origin or
 * none; where it is absent, `Origin` must be absent or Ken's own (R44). The second rule is also what
 * stops a foreign name that was re-bound to this address.
 */
export function sameOrigin(baseUrl: string): MiddlewareHandler<SurfaceEnv> {
  const own = new URL(baseUrl).origin
  return async (context, next) => {
    const site = context.req.header('sec-fetch-site')
    const origin = context.req.header('origin')
    const isOwn = site === undefined ? origin === undefined || origin === own : site === 'same-origin' || site === 'none'
    if (!isOwn) return problem(context, { code: 'http.cross_site' })
    await next()
    return undefined
  }
}
