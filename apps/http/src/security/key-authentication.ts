import { authenticateKey, recordKeyUse } from '@ken/core'
import type { MiddlewareHandler } from 'hono'
import { rateLimitHeaders } from '../errors/rate-limit-headers.ts'
import { problem } from '../errors/problems.ts'
import { originOf } from '../request/origin.ts'
import type { Surface, SurfaceEnv } from '../surface.ts'
import { bearerOf } from './bearer.ts'
import { keyOutcomeOf } from './key-outcome.ts'

/** What `keyAuthentication` may answer in place of the route. */
export const keyProblems = [
  'key.refused',
  'account.rate_limited',
  'key.rate_limited',
  'key.on_behalf_of_required',
  'key.on_behalf_of_not_allowed',
  'key.behalf_not_linked',
  'sign_in.password_change_required',
] as const

/**
 * Admits callers with a valid API key, and counts what became of each call. A service key says by `Ken-On-Behalf-Of` for
 * whom it asks. Every other reason for refusal is one and the same answer (R4).
 */
export const keyAuthentication =
  ({ ken }: Pick<Surface, 'ken'>): MiddlewareHandler<SurfaceEnv> =>
  async (context, next) => {
    const presented = bearerOf(context)
    if (presented === null) return problem(context, { code: 'key.refused' })
    const onBehalfOf = context.req.header('ken-on-behalf-of')
    const outcome = await authenticateKey(ken.ports, { presented, onBehalfOf, origin: originOf(context) })
    if (!outcome.ok) return problem(context, outcome.error)

    const { keyId, allowances } = outcome.value
    context.set('caller', outcome.value)
    Object.assign(context.get('headers'), rateLimitHeaders(allowances))
    await next()
    recordKeyUse(ken.ports, { keyId, outcome: keyOutcomeOf(context.res.status) })
    return undefined
  }
