import { askWindows, callWindows } from '@ken/core'
import type { Allowances } from '@ken/core/ports'

/**
 * The headers of a rate limit, which every response of a limited route has except 401 and 408: a refused credential has
 * no limit, and the server itself refuses a request that does not arrive.
 */
export const rateLimitHeaderNames = ['RateLimit-Policy', 'RateLimit'] as const

type RateLimitHeaders = { readonly [Name in (typeof rateLimitHeaderNames)[number]]: string }

/** The allowances of a call as headers (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders({ key, person }: Allowances): RateLimitHeaders {
  const policies: string[] = []
  const states: string[] = []
  const add = (
    name: keyof Allowances,
    { limit, remaining, resetSeconds }: NonNullable<Allowances['key']>,
  ) => {
    policies.push(`"${name}";q=${limit};w=${callWindows[name].windowSeconds}`)
    states.push(`"${name}";r=${remaining};t=${resetSeconds}`)
  }
  if (key !== null) add('key', key)
  if (person !== null) add('person', person)
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: states.join(', ') }
}

/** The headers of a call that is also a question, which has a limit of its own. */
export function withAskLimit(
  headers: Partial<RateLimitHeaders>,
  { key, person }: Allowances,
): Partial<RateLimitHeaders> {
  const [left, { windowSeconds }] =
    key === null ? [person, askWindows.person] : [key, askWindows.key]
  if (left === null) return headers
  return {
    'RateLimit-Policy': `${headers['RateLimit-Policy']}, "ask";q=${left.limit};w=${windowSeconds}`,
    RateLimit: `${headers.RateLimit}, "ask";r=${left.remaining};t=${left.resetSeconds}`,
  }
}
