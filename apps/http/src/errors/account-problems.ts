import { nameLengthMax, roles } from '@ken/core'
import { conflict, forbidden, invalidField, invalidRequest, notFound, rateLimited, type ProblemsOf } from './problem.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'

/** What may be wrong with accounts, and with what people are given or invited to. */
export const accountProblems = {
  'account.already_set_up': notFound,
  'account.deactivated': { ...conflict, detail: 'The account is deactivated. Reactivate it first.' },
  'account.email_invalid': invalidField('#/email', 'must be an e-mail address such as you@example.com'),
  'account.email_taken': { ...conflict, detail: 'There is an account with this address already, active or deactivated.' },
  'account.last_owner': {
    ...forbidden,
    detail: 'This is the only active Owner, and there must be one. Make somebody else an Owner first.',
  },
  'account.not_only_owner': { ...conflict, detail: 'There is another active Owner, who can reset this password.' },
  'account.name_invalid': invalidField('#/name', `must be a name of at most ${nameLengthMax} characters`),
  'account.not_found': notFound,
  'account.forbidden': { ...forbidden, detail: 'Your role, or the state of your account, does not permit this.' },
  'account.rate_limited': {
    ...rateLimited,
    detail: ({ person: { limit, resetSeconds } }) =>
      `You may send ${limit} requests per minute over all your keys and sessions. Try again in ${resetSeconds} s.`,
    headers: ({ key, person }) => ({ 'Retry-After': String(person.resetSeconds), ...rateLimitHeaders({ key, person }) }),
  },
  'account.role_invalid': invalidField('#/role', `must be one of ${roles.join(', ')}`),
  // One text for every reason: who holds a used token learns nothing more than who makes one up (R52).
  'account.token_invalid': {
    status: 400,
    code: 'TOKEN_INVALID',
    title: 'The link is not valid.',
    detail: 'The link is wrong, was used, or is too old. Ask for a new one.',
  },
  'agent.not_found': notFound,
  'group.slug_invalid': invalidField('#/slug', 'must be lower-case letters, digits and "-"'),
  'group.exists': { ...conflict, detail: 'There is a group of this name already.' },
  'group.not_found': notFound,
  'group.in_use': {
    ...conflict,
    detail: ({ documents }) => `${documents} documents still name the group. Import them without it first.`,
  },
  'invitation.not_found': notFound,
  'invitation.settled': {
    ...conflict,
    detail: ({ state }) => `The invitation was ${state}. Invite the address anew if need be.`,
  },
  'invitation.superseded': { ...conflict, detail: 'A later invitation of the same address is pending. Send that one again.' },
  'invitation.roles_forbidden': {
    ...forbidden,
    detail: 'Your role does not permit to give the roles on the lines named in `errors`. Nothing was imported.',
    errors: ({ lines }) => lines.map((line) => ({ pointer: `#/${line}`, detail: 'asks for a role that you may not give' })),
  },
  'invitation.lines_too_many': {
    ...invalidRequest,
    detail: ({ linesMax }) => `A file may have at most ${linesMax} lines below its header. Send several files.`,
  },
  'invitation.import_not_found': notFound,
} as const satisfies ProblemsOf<'account' | 'agent' | 'group' | 'invitation'>
