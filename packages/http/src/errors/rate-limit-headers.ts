import { callWindows } from '@ken/core'
import type { Allowances } from '@ken/core/ports'

/**
 * The headers of a rate limit, which every response of a limited route has except 401 and 408: a refused credential has
 * no limit, and the server itself refuses a request that does not arrive.
 */
export const rateLimitHeaderNames = ['RateLimit-Policy', 'RateLimit'] as const

/** The allowances of a call as headers (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders({ key, person }: Allowances): {
  readonly [Name in (typeof rateLimitHeaderNames)[number]]: string
} {
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
