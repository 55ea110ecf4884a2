import { authenticateKey, readKeyVisibility, recordKeyUse } from '@ken/core'
import { problem } from '../errors/problems.ts'
import { rateLimitHeaders } from '../errors/rate-limit-headers.ts'
import { originOf } from '../request/origin.ts'
import { bearerOf } from './bearer.ts'
import type { Guard } from './guard.ts'
import { authenticateAgainIfLate } from './late-body.ts'
import { verifiedKeyOf } from './verified-keys.ts'
import { countOutcome } from './key-outcome.ts'

const problems = [
  'key.refused',
  'account.rate_limited',
  'key.rate_limited',
  'key.on_behalf_of_required',
  'key.on_behalf_of_not_allowed',
  'key.behalf_not_linked',
  'sign_in.password_change_required',
] as const

/** The failures of `keyAuthentication`. */
export type KeyProblem = (typeof problems)[number]

/**
 * Admits callers with a valid API key, and counts the outcome of each call. A service key names the person that it acts
 * for in `Ken-On-Behalf-Of`. All other refusals have the same response.
 */
export const keyAuthentication: Guard<KeyProblem> = {
  credentials: ['apiKey', 'serviceKey'],
  problems,
  isRateLimited: true,
  middleware:
    ({ ken }) =>
    async (context, next) => {
      const presented = bearerOf(context)
      if (presented === null) return problem(context, { code: 'key.refused' })
      const onBehalfOf = context.req.header('ken-on-behalf-of')
      const credential = { presented, onBehalfOf, origin: originOf(context) }
      const authenticated = await authenticateKey(ken.ports, {
        ...credential,
        verified: verifiedKeyOf(context.req.raw),
      })
      if (!authenticated.ok) return problem(context, authenticated.error)

      const { keyId, allowances } = authenticated.value
      context.set('caller', authenticated.value)
      context.set('readVisibility', () => readKeyVisibility(ken.ports, credential))
      Object.assign(context.get('headers'), rateLimitHeaders(allowances))
      let isRecorded = false
      authenticateAgainIfLate(context, ken.ports.clock, async () => {
        const now = await authenticateKey(ken.ports, { ...credential, counted: allowances })
        isRecorded = !now.ok
        if (!now.ok) return problem(context, now.error)
        context.set('caller', now.value)
        return null
      })
      await next()
      if (isRecorded) return undefined
      countOutcome(context, (outcome) => recordKeyUse(ken.ports, { keyId, outcome }))
      return undefined
    },
}
