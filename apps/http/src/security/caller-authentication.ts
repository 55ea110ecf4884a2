import type { AuthenticatedSession } from '@ken/core'
import type { MiddlewareHandler } from 'hono'
import type { Surface, SurfaceContext, SurfaceEnv } from '../surface.ts'
import { bearerOf } from './bearer.ts'
import { keyAuthentication, keyProblems } from './key-authentication.ts'
import { sessionAuthentication, sessionProblems } from './session-authentication.ts'

/** What `callerAuthentication` may answer in place of the route. */
export const callerProblems = [...keyProblems, ...sessionProblems] as const

/** The beginning of every API key, and of no access token. */
const keyPrefix = 'ken_'

/** Admits callers of the public contract: programs with an API key, and people with an access token. */
export function callerAuthentication(surface: Pick<Surface, 'ken'>): MiddlewareHandler<SurfaceEnv> {
  const byKey = keyAuthentication(surface)
  const bySession = sessionAuthentication(surface)
  return (context, next) => (bearerOf(context)?.startsWith(keyPrefix) ? byKey : bySession)(context, next)
}

/** Who calls. Throws on a route that forgot to authenticate, so that it answers nobody. */
export function callerOf(context: SurfaceContext): AuthenticatedSession {
  const caller = context.get('caller')
  if (caller === undefined) throw new Error('The route is mounted without a guard that authenticates.')
  return caller
}
