import { identitySourceLengthMax, keyNameLengthMax, sourcesPerKeyMax } from '@ken/core'
import type { Allowances } from '@ken/core/ports'
import {
  bearerRefused,
  conflict,
  correct,
  forbidden,
  invalidField,
  invalidRequest,
  notFound,
  notLinked,
  onBehalfOfNotAllowed,
  rateLimited,
  type ProblemHeaders,
  type ProblemsOf,
} from './problem.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'

/** The field `source` is no name of a platform. */
export const platformInvalid = invalidField(
  '#/source',
  `must be the name of a platform: lower-case letters, digits and "_", beginning with a letter, at most ${identitySourceLengthMax}`,
)

const allowanceHeaders = ({ allowances }: { readonly allowances: Allowances }): ProblemHeaders => rateLimitHeaders(allowances)

const sourcesFault = (unknown: readonly string[]): string =>
  unknown.length === 0
    ? `must name 1 to ${sourcesPerKeyMax} sources, or be left out for all that the owner may see`
    : `must name sources that the owner of the key may see, which these are not: ${unknown.join(', ')}`

/** What may be wrong with a key: with making one, and with using one. */
export const keyProblems = {
  'key.not_found': notFound,
  'key.limit_reached': {
    ...conflict,
    detail: ({ limit }) => `The account has ${limit} keys, as many as it may. Revoke one first.`,
  },
  'key.name_invalid': invalidField('#/name', `must be a name of at most ${keyNameLengthMax} characters`),
  'key.sources_invalid': {
    ...invalidRequest,
    detail: correct,
    errors: ({ unknown }) => [{ pointer: '#/sources', detail: sourcesFault(unknown) }],
  },
  'key.source_invalid': platformInvalid,
  'key.source_built_in': invalidField('#/source', 'must be a platform that Ken does not serve itself: that takes no key'),
  'key.not_transferable': {
    ...conflict,
    detail:
      'Only a service key that is neither revoked nor expired, of a platform that Ken does not serve itself, can be taken over.',
  },
  'key.refused': bearerRefused,
  'key.on_behalf_of_required': {
    status: 400,
    code: 'ON_BEHALF_OF_REQUIRED',
    title: 'This key speaks for others only.',
    detail: 'Send the header `Ken-On-Behalf-Of` with the external id of the person who asks.',
    headers: allowanceHeaders,
  },
  'key.on_behalf_of_not_allowed': { ...onBehalfOfNotAllowed, headers: allowanceHeaders },
  'key.behalf_not_linked': { ...notLinked, headers: allowanceHeaders },
  'key.service_key_required': {
    ...forbidden,
    detail: 'This is for service keys; yours speaks for its owner.',
    headers: allowanceHeaders,
  },
  'key.rate_limited': {
    ...rateLimited,
    detail: ({ limit, resetSeconds }) => `The key may send ${limit} requests per minute. Try again in ${resetSeconds} s.`,
    headers: ({ limit, resetSeconds }) => ({
      'Retry-After': String(resetSeconds),
      ...rateLimitHeaders({ key: { allowed: false, limit, remaining: 0, resetSeconds }, person: null }),
    }),
  },
} as const satisfies ProblemsOf<'key'>
