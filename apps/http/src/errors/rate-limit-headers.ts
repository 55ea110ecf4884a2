import { keyWindow } from '@ken/core'
import type { Allowance } from '@ken/core/ports'

/** The state of a key's allowance as draft-ietf-httpapi-ratelimit-headers writes it. */
export const rateLimitHeaders = (allowance: Omit<Allowance, 'allowed'>) => ({
  'RateLimit-Policy': `"key";q=${allowance.limit};w=${keyWindow.windowSeconds}`,
  RateLimit: `"key";r=${allowance.remaining};t=${allowance.resetSeconds}`,
})
