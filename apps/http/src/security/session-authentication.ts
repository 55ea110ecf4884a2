import { authenticateSession, type AuthenticateSession } from '@ken/core'
import type { MiddlewareHandler } from 'hono'
import { problem } from '../errors/problems.ts'
import { originOf } from '../request/origin.ts'
import type { Surface, SurfaceEnv } from '../surface.ts'
import { bearerOf } from './bearer.ts'

/** What `sessionAuthentication` may answer in place of the route. */
export const sessionProblems = [
  'session.refused',
  'session.token_expired',
  'account.forbidden',
  'sign_in.password_change_required',
  'sign_in.second_factor_required',
  'http.on_behalf_of_not_allowed',
] as const

/** What a route admits besides: people at the gate that it leads out of (R19, R30), or ended sessions, because it only reads. */
export type Admission = Pick<AuthenticateSession, 'wayOutOf' | 'isPlainRead'>

/**
 * Admits people with a valid access token. `TOKEN_EXPIRED` says that a refresh helps; every other token is refused
 * with one and the same answer, and so is one whose session has ended, unless the route is declared a plain read (R147).
 */
export const sessionAuthentication =
  ({ ken }: Pick<Surface, 'ken'>, admission: Admission = {}): MiddlewareHandler<SurfaceEnv> =>
  async (context, next) => {
    const presented = bearerOf(context)
    if (presented === null) return problem(context, { code: 'session.refused' })
    const credential = { presented, origin: originOf(context), ...admission }
    const outcome = await authenticateSession(ken.ports, credential)
    if (!outcome.ok) return problem(context, outcome.error)

    context.set('caller', outcome.value)
    if (context.req.header('ken-on-behalf-of') !== undefined) return problem(context, { code: 'http.on_behalf_of_not_allowed' })
    await next()
    return undefined
  }
