import { admitSessionCall, type AuthenticatedSession } from '@ken/core'
import type { MiddlewareHandler } from 'hono'
import { problem } from '../errors/problems.ts'
import { rateLimitHeaders } from '../errors/rate-limit-headers.ts'
import type { Surface, SurfaceContext, SurfaceEnv } from '../surface.ts'
import { bearerOf } from './bearer.ts'
import { keyAuthentication, keyProblems } from './key-authentication.ts'
import { sessionAuthentication, sessionProblems, type Admission } from './session-authentication.ts'

/** What `callerAuthentication` may answer in place of the route. */
export const callerProblems = [...keyProblems, ...sessionProblems] as const

/** The beginning of every API key, and of no access token. */
const keyPrefix = 'ken_'

/** Admits callers of the public contract: programs with an API key, and people with an access token, both within their limits. */
export function callerAuthentication(surface: Pick<Surface, 'ken'>, admission: Admission): MiddlewareHandler<SurfaceEnv> {
  const byKey = keyAuthentication(surface)
  const bySession = sessionAuthentication(surface, admission)
  return (context, next) => {
    if (bearerOf(context)?.startsWith(keyPrefix)) return byKey(context, next)
    return bySession(context, async () => {
      const admitted = await admitSessionCall(surface.ken.ports, { userId: callerOf(context).actor.userId })
      if (!admitted.ok) return void (context.res = problem(context, admitted.error))
      Object.assign(context.get('headers'), rateLimitHeaders({ key: null, person: admitted.value }))
      return next()
    })
  }
}

/** Who calls. Throws on a route that forgot to authenticate, so that it answers nobody. */
export function callerOf(context: SurfaceContext): AuthenticatedSession {
  const caller = context.get('caller')
  if (caller === undefined) throw new Error('The route is mounted without a guard that authenticates.')
  return caller
}
