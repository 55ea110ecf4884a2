import { problem } from '../errors/problems.ts'
import type { Guard } from './guard.ts'

/**
 * Refuses cross-site requests from a browser: `Sec-Fetch-Site` must be same-origin or none; without it, `Origin` must
 * be absent or Ken's own. The second rule also prevents DNS rebinding.
 */
export const sameOrigin: Guard<'http.cross_site'> = {
  credentials: [],
  problems: ['http.cross_site'],
  middleware: ({ ken }) => {
    const own = new URL(ken.config.baseUrl).origin
    return async (context, next) => {
      const site = context.req.header('sec-fetch-site')
      const origin = context.req.header('origin')
      const isOwn =
        site === undefined
          ? origin === undefined || origin === own
          : site === 'same-origin' || site === 'none'
      if (!isOwn) return problem(context, { code: 'http.cross_site' })
      await next()
      return undefined
    }
  },
}

/** The guard of routes that read the refresh cookie, which browsers send automatically. */
export const sameOriginWithRefreshCookie: Guard<'http.cross_site'> = {
  ...sameOrigin,
  credentials: ['refreshCookie'],
}
