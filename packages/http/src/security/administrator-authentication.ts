import { problem } from '../errors/problems.ts'
import { callerOf } from './caller-authentication.ts'
import type { Guard } from './guard.ts'
import { sessionAuthentication, type SessionProblem } from './session-authentication.ts'

const bySession = sessionAuthentication()

/** Admits Owners and Admins with a valid access token, by their current role in the database. */
export const administratorAuthentication: Guard<SessionProblem> = {
  ...bySession,
  middleware: (api) => {
    const authenticate = bySession.middleware(api)
    return (context, next) =>
      authenticate(context, async () => {
        if (callerOf(context).actor.role !== 'Member') return next()
        context.res = problem(context, { code: 'account.forbidden' })
        return undefined
      })
  },
}
