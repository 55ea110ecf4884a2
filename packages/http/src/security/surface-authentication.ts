import { authenticateSurface, recordKeyUse, type ServiceSurface } from '@ken/core'
import type { ApiContext } from '../api-context.ts'
import { problem } from '../errors/problems.ts'
import { rateLimitHeaders } from '../errors/rate-limit-headers.ts'
import { originOf } from '../request/origin.ts'
import { bearerOf } from './bearer.ts'
import type { Guard } from './guard.ts'
import { countOutcome } from './key-outcome.ts'
import { authenticateAgainIfLate } from './late-body.ts'

const problems = [
  'key.refused',
  'key.rate_limited',
  'account.rate_limited',
  'key.service_key_required',
  'sign_in.password_change_required',
  'http.on_behalf_of_not_allowed',
] as const

/** Admits surfaces with a valid service key, which do not act for a person here. Counts the outcome of each call. */
export const surfaceAuthentication: Guard<(typeof problems)[number]> = {
  credentials: ['serviceKey'],
  problems,
  isRateLimited: true,
  middleware:
    ({ ken }) =>
    async (context, next) => {
      const presented = bearerOf(context)
      if (presented === null) return problem(context, { code: 'key.refused' })
      const credential = { presented, origin: originOf(context) }
      const authenticated = await authenticateSurface(ken.ports, credential)
      if (!authenticated.ok) return problem(context, authenticated.error)

      const { actor, keyId, allowances } = authenticated.value
      context.set('surface', actor)
      Object.assign(context.get('headers'), rateLimitHeaders(allowances))
      let isRecorded = false
      authenticateAgainIfLate(context, ken.ports.clock, async () => {
        const now = await authenticateSurface(ken.ports, { ...credential, counted: allowances })
        isRecorded = !now.ok
        return now.ok ? null : problem(context, now.error)
      })
      if (context.req.header('ken-on-behalf-of') === undefined) await next()
      else context.res = problem(context, { code: 'http.on_behalf_of_not_allowed' })
      if (isRecorded) return undefined
      countOutcome(context, (outcome) => recordKeyUse(ken.ports, { keyId, outcome }))
      return undefined
    },
}

/** The authenticated surface. Throws on a route whose guard does not authenticate surfaces. */
export function surfaceOf(context: ApiContext): ServiceSurface {
  const surface = context.get('surface')
  if (surface === undefined)
    throw new Error('The guard of this route does not authenticate surfaces.')
  return surface
}
