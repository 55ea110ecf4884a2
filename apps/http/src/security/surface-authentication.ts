import { authenticateSurface, recordKeyUse, type ServiceSurface } from '@ken/core'
import type { MiddlewareHandler } from 'hono'
import { rateLimitHeaders } from '../errors/rate-limit-headers.ts'
import { problem } from '../errors/problems.ts'
import { originOf } from '../request/origin.ts'
import type { Surface, SurfaceContext, SurfaceEnv } from '../surface.ts'
import { bearerOf } from './bearer.ts'
import { keyOutcomeOf } from './key-outcome.ts'

/** What `surfaceAuthentication` may answer in place of the route. */
export const surfaceProblems = [
  'key.refused',
  'key.rate_limited',
  'account.rate_limited',
  'key.service_key_required',
  'sign_in.password_change_required',
  'http.on_behalf_of_not_allowed',
] as const

/** Admits surfaces with a valid service key, which ask for themselves, and counts what became of each call. */
export const surfaceAuthentication =
  ({ ken }: Pick<Surface, 'ken'>): MiddlewareHandler<SurfaceEnv> =>
  async (context, next) => {
    const presented = bearerOf(context)
    if (presented === null) return problem(context, { code: 'key.refused' })
    const outcome = await authenticateSurface(ken.ports, { presented, origin: originOf(context) })
    if (!outcome.ok) return problem(context, outcome.error)

    const { actor, keyId, allowances } = outcome.value
    context.set('surface', actor)
    Object.assign(context.get('headers'), rateLimitHeaders(allowances))
    if (context.req.header('ken-on-behalf-of') === undefined) await next()
    else context.res = problem(context, { code: 'http.on_behalf_of_not_allowed' })
    recordKeyUse(ken.ports, { keyId, outcome: keyOutcomeOf(context.res.status) })
    return undefined
  }

/** Which surface calls. Throws on a route that forgot to authenticate, so that it answers nobody. */
export function surfaceOf(context: SurfaceContext): ServiceSurface {
  const surface = context.get('surface')
  if (surface === undefined) throw new Error('The route is mounted without a guard that authenticates.')
  return surface
}
