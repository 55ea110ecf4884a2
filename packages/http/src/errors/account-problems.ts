import {
  conflict,
  forbidden,
  invalidField,
  notFound,
  rateLimited,
  retryAfter,
  type ProblemsOf,
} from './problem.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'

/** The failures of accounts. */
export const accountProblems = {
  'account.already_set_up': notFound,
  'account.changes_exhausted': { ...rateLimited, headers: retryAfter },
  'account.deactivated': conflict,
  'account.email_invalid': invalidField,
  'account.email_taken': conflict,
  'account.last_owner': forbidden,
  'account.not_only_owner': conflict,
  'account.name_invalid': invalidField,
  'account.not_found': notFound,
  'account.forbidden': forbidden,
  'account.rate_limited': {
    ...rateLimited,
    headers: ({ key, person }) => ({
      'Retry-After': String(person.resetSeconds),
      ...rateLimitHeaders({ key, person }),
    }),
  },
  'account.role_invalid': invalidField,
  // The same for every reason, so that a used token looks like an invented one.
  'account.token_invalid': {
    status: 400,
    code: 'TOKEN_INVALID',
    title: 'The link is not valid.',
  },
} as const satisfies ProblemsOf<'account'>
