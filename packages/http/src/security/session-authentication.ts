import { authenticateSession, readSessionVisibility, type SessionAdmission } from '@ken/core'
import type { ApiContext } from '../api-context.ts'
import type { Api } from '../api.ts'
import { problem } from '../errors/problems.ts'
import { originOf } from '../request/origin.ts'
import { bearerOf } from './bearer.ts'
import type { Guard } from './guard.ts'
import { authenticateAgainIfLate } from './late-body.ts'

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

/** Counts a call once its caller is known. A response refuses it. */
type CountCall = (context: ApiContext, ken: Api['ken']) => Promise<Response | null>

/**
 * Admits people with a valid access token. `TOKEN_EXPIRED` means that a refresh helps; every other refused token gets
 * the same response. A token of an ended session is refused too, unless the route only reads.
 */
export const sessionAuthentication = (
  admission: SessionAdmission = {},
  countCall: CountCall = async () => null,
): Guard<SessionProblem> => ({
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
      const { actor } = outcome.value
      context.set('readVisibility', () => readSessionVisibility(ken.ports, actor, admission))
      const authenticateAgain = async () => {
        const now = await authenticateSession(ken.ports, credential)
        if (!now.ok) return problem(context, now.error)
        context.set('caller', now.value)
        return null
      }
      authenticateAgainIfLate(context, ken.ports.clock, authenticateAgain)
      const refused = await countCall(context, ken)
      if (refused !== null) return refused
      if (context.req.header('ken-on-behalf-of') !== undefined)
        return problem(context, { code: 'http.on_behalf_of_not_allowed' })
      await next()
      // A use case refuses a session that ended during the request like a missing right.
      const ended = context.res.status === 403 ? await authenticateAgain() : null
      if (ended === null) return undefined
      // Else the new response would get the headers of the old one.
      context.res = undefined
      context.res = ended
      return undefined
    },
})
