import {
  conflict,
  forbidden,
  invalidField,
  invalidRequest,
  notFound,
  rateLimited,
  type ProblemsOf,
} from './problem.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'

/** The failures of accounts, agents, groups and invitations. */
export const accountProblems = {
  'account.already_set_up': notFound,
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
  'agent.not_found': notFound,
  'group.slug_invalid': invalidField,
  'group.exists': conflict,
  'group.not_found': notFound,
  'group.in_use': conflict,
  'invitation.not_found': notFound,
  'invitation.settled': conflict,
  'invitation.superseded': conflict,
  'invitation.roles_forbidden': {
    ...forbidden,
    detail:
      'Your role may not grant the roles on the lines named in `errors`. Nothing was imported.',
    errors: ({ lines }) =>
      lines.map((line) => ({
        pointer: `#/${line}`,
        detail: 'asks for a role that you may not grant',
      })),
  },
  'invitation.lines_too_many': invalidRequest,
  'invitation.import_not_found': notFound,
} as const satisfies ProblemsOf<'account' | 'agent' | 'group' | 'invitation'>
