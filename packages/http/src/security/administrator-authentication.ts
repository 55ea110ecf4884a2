import type { ApiContext } from '../api-context.ts'
import { problem } from '../errors/problems.ts'
import { callerOf } from './caller-authentication.ts'
import type { Guard } from './guard.ts'
import { sessionAuthentication, type SessionProblem } from './session-authentication.ts'

const bySession = sessionAuthentication()

/** Admits Owners and Admins with a valid access token, by their current role in the database, also after a late body. */
export const administratorAuthentication: Guard<SessionProblem> = {
  ...bySession,
  middleware: (api) => {
    const authenticate = bySession.middleware(api)
    return (context, next) =>
      authenticate(context, async () => {
        const refused = refuseMember(context)
        if (refused !== null) {
          context.res = refused
          return undefined
        }
        const refuseLateBody = context.get('refuseLateBody')
        // It reads the caller again if the body is late.
        context.set(
          'refuseLateBody',
          async () => (await refuseLateBody?.()) ?? refuseMember(context),
        )
        return next()
      })
  },
}

const refuseMember = (context: ApiContext): Response | null =>
  callerOf(context).actor.role === 'Member' ? problem(context, { code: 'account.forbidden' }) : null
