import type { Config } from '@ken/composition'
import type { MiddlewareHandler } from 'hono'
import type { ApiContext, ApiEnv } from '../api-context.ts'
import { problem } from '../errors/problems.ts'

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses requests for another host, which prevents DNS rebinding, and requests of pages that are neither Ken's nor of
 * a configured origin. Runs before anything else of the request is read.
 */
export function ownAddress({
  baseUrl,
  corsOrigins,
}: Pick<Config, 'baseUrl' | 'corsOrigins'>): MiddlewareHandler<ApiEnv> {
  const { hostname, origin: own } = new URL(baseUrl)
  const hosts = [hostname, ...loopbackNames]
  const origins = [own, ...corsOrigins]
  return async (context, next) => {
    if (!hosts.includes(hostOf(context))) return problem(context, { code: 'http.foreign_host' })
    const origin = context.req.header('origin')
    if (origin !== undefined && !origins.includes(origin))
      return problem(context, { code: 'http.cross_site' })
    return next()
  }
}

/** The name in the header, or in the address if a program calls the app without a server; empty for a malformed one. */
function hostOf({ req }: ApiContext): string {
  const host = req.header('host')
  const url = host === undefined ? req.url : `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname : ''
}
