import { authenticateSession, type AuthenticateSession } from '@ken/core'
import { problem } from '../errors/problems.ts'
import { originOf } from '../request/origin.ts'
import { bearerOf } from './bearer.ts'
import type { Guard } from './guard.ts'

const problems = [
  'session.refused',
  'session.token_expired',
  'account.forbidden',
  'sign_in.password_change_required',
  'sign_in.second_factor_required',
  'http.on_behalf_of_not_allowed',
] as const

/** The failures of `sessionAuthentication`. */
export type SessionProblem = (typeof problems)[number]

/** Exceptions for a route that completes a required step, or that only reads and therefore admits ended sessions. */
export type Admission = Pick<AuthenticateSession, 'allowedGate' | 'isReadOnly'>

/**
 * Admits people with a valid access token. `TOKEN_EXPIRED` means that a refresh helps; every other refused token gets
 * the same response. A token of an ended session is refused too, unless the route only reads.
 */
export const sessionAuthentication = (admission: Admission = {}): Guard<SessionProblem> => ({
  credentials: ['accessToken'],
  problems,
  middleware:
    ({ ken }) =>
    async (context, next) => {
      const presented = bearerOf(context)
      if (presented === null) return problem(context, { code: 'session.refused' })
      const credential = { presented, origin: originOf(context), ...admission }
      const outcome = await authenticateSession(ken.ports, credential)
      if (!outcome.ok) return problem(context, outcome.error)

      context.set('caller', outcome.value)
      context.set('readVisibility', async () => {
        const now = await authenticateSession(ken.ports, credential)
        if (!now.ok) return null
        const { actor, visibility } = now.value
        return { userId: actor.userId, visibility }
      })
      if (context.req.header('ken-on-behalf-of') !== undefined)
        return problem(context, { code: 'http.on_behalf_of_not_allowed' })
      await next()
      return undefined
    },
})
