import { authenticateKey, type AuthenticatedKey } from '@ken/core'
import type { MiddlewareHandler } from 'hono'
import { rateLimitHeaders } from '../errors/problem-table.ts'
import { problem } from '../errors/problems.ts'
import type { Surface, SurfaceContext, SurfaceEnv } from '../surface.ts'

/** What `keyAuthentication` may answer in place of the route. */
export const keyProblems = ['key.refused', 'key.rate_limited', 'http.on_behalf_of_not_allowed'] as const

/** The scheme is a token in any case (RFC 9110, 11.1); two headers arrive joined by a comma and a blank, and do not match. */
const bearer = /^bearer ([\x21-\x7e]+)$/i

/**
 * Admits callers with a valid API key in the one place for it, `Authorization: Bearer`. Every other
 * spelling and every other reason for refusal is one and the same answer (R4).
 */
export const keyAuthentication =
  ({ ken }: Pick<Surface, 'ken'>): MiddlewareHandler<SurfaceEnv> =>
  async (context, next) => {
    const presented = bearer.exec(context.req.header('authorization') ?? '')?.[1]
    if (presented === undefined) return problem(context, { code: 'key.refused' })
    const origin = { address: context.get('address'), requestId: context.get('requestId') }
    const outcome = await authenticateKey(ken.ports, { presented, origin })
    if (!outcome.ok) return problem(context, outcome.error)

    context.set('caller', outcome.value)
    Object.assign(context.get('headers'), rateLimitHeaders(outcome.value.allowance))
    if (context.req.header('ken-on-behalf-of') !== undefined) return problem(context, { code: 'http.on_behalf_of_not_allowed' })
    await next()
    return undefined
  }

/** Who calls. Throws on a route that forgot to authenticate, so that it answers nobody. */
export function callerOf(context: SurfaceContext): AuthenticatedKey {
  const caller = context.get('caller')
  if (caller === undefined) throw new Error('The route is mounted without keyAuthentication.')
  return caller
}
