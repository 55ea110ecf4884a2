import { authenticateKey } from '@ken/core'
import type { MiddlewareHandler } from 'hono'
import { rateLimitHeaders } from '../errors/problem-table.ts'
import { problem } from '../errors/problems.ts'
import { originOf } from '../request/origin.ts'
import type { Surface, SurfaceEnv } from '../surface.ts'
import { bearerOf } from './bearer.ts'

/** What `keyAuthentication` may answer in place of the route. */
export const keyProblems = [
  'key.refused',
  'key.rate_limited',
  'sign_in.password_change_required',
  'http.on_behalf_of_not_allowed',
] as const

/** Admits callers with a valid API key. Every other reason for refusal is one and the same answer (R4). */
export const keyAuthentication =
  ({ ken }: Pick<Surface, 'ken'>): MiddlewareHandler<SurfaceEnv> =>
  async (context, next) => {
    const presented = bearerOf(context)
    if (presented === null) return problem(context, { code: 'key.refused' })
    const outcome = await authenticateKey(ken.ports, { presented, origin: originOf(context) })
    if (!outcome.ok) return problem(context, outcome.error)

    context.set('caller', outcome.value)
    Object.assign(context.get('headers'), rateLimitHeaders(outcome.value.allowance))
    if (context.req.header('ken-on-behalf-of') !== undefined) return problem(context, { code: 'http.on_behalf_of_not_allowed' })
    await next()
    return undefined
  }
