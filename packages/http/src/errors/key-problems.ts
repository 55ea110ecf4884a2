import type { Allowances } from '@ken/core/ports'
import {
  bearerRefused,
  conflict,
  forbidden,
  invalidField,
  notFound,
  notLinked,
  onBehalfOfNotAllowed,
  rateLimited,
  retryAfter,
  type ProblemHeaders,
  type ProblemsOf,
} from './problem.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'

const allowanceHeaders = ({ allowances }: { readonly allowances: Allowances }): ProblemHeaders =>
  rateLimitHeaders(allowances)

/** The failures of creating, changing and using keys. */
export const keyProblems = {
  'key.not_found': notFound,
  'key.limit_reached': conflict,
  'key.creations_exhausted': { ...rateLimited, headers: retryAfter },
  'key.name_invalid': invalidField,
  'key.sources_invalid': invalidField,
  'key.source_invalid': invalidField,
  'key.source_built_in': invalidField,
  'key.not_transferable': conflict,
  'key.refused': bearerRefused,
  'key.on_behalf_of_required': {
    status: 400,
    code: 'ON_BEHALF_OF_REQUIRED',
    title: 'This key acts only on behalf of a person.',
    headers: allowanceHeaders,
  },
  'key.on_behalf_of_not_allowed': { ...onBehalfOfNotAllowed, headers: allowanceHeaders },
  'key.behalf_not_linked': { ...notLinked, headers: allowanceHeaders },
  'key.personal_key_required': forbidden,
  'key.service_key_required': { ...forbidden, headers: allowanceHeaders },
  'key.rate_limited': {
    ...rateLimited,
    headers: ({ limit, resetSeconds }) => ({
      'Retry-After': String(resetSeconds),
      ...rateLimitHeaders({
        key: { allowed: false, limit, remaining: 0, resetSeconds },
        person: null,
      }),
    }),
  },
} as const satisfies ProblemsOf<'key'>
