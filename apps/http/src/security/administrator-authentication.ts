import type { MiddlewareHandler } from 'hono'
import { problem } from '../errors/problems.ts'
import type { Surface, SurfaceEnv } from '../surface.ts'
import { callerOf } from './caller-authentication.ts'
import { sessionAuthentication } from './session-authentication.ts'

/** Admits Owners and Admins with a valid access token; their role is what the database says now (R48). */
export function administratorAuthentication(surface: Pick<Surface, 'ken'>): MiddlewareHandler<SurfaceEnv> {
  const bySession = sessionAuthentication(surface)
  return (context, next) =>
    bySession(context, async () => {
      if (callerOf(context).actor.role !== 'Member') return next()
      context.res = problem(context, { code: 'account.forbidden' })
      return undefined
    })
}
