import { accountProblems } from './account-problems.ts'
import type { Failure, FailureCode, FailureOf } from './failure.ts'
import { groupProblems } from './group-problems.ts'
import { httpProblems } from './http-problems.ts'
import { invitationProblems } from './invitation-problems.ts'
import { keyProblems } from './key-problems.ts'
import {
  conflict,
  invalidField,
  notFound,
  notLinked,
  rateLimited,
  retryAfter,
  unavailable,
  type Problem,
  type ProblemRow,
} from './problem.ts'
import { signInProblems } from './sign-in-problems.ts'
import { botMessengerProblems } from './bot-messenger-problems.ts'
import { workspaceChatProblems } from './workspace-chat-problems.ts'
import { teamChatProblems } from './team-chat-problems.ts'

/**
 * The one place where a failure becomes an HTTP status and a wire code. A new code of core does not
 * compile until it is here.
 */
export const problemTable = {
  ...accountProblems,
  ...groupProblems,
  ...invitationProblems,
  ...keyProblems,
  ...signInProblems,
  ...botMessengerProblems,
  ...workspaceChatProblems,
  ...teamChatProblems,
  ...httpProblems,
  'agent.not_found': notFound,
  'document.changed': {
    status: 409,
    code: 'DOCUMENT_CHANGED',
    title: 'The document has changed.',
  },
  'document.not_found': notFound,
  'ask.access_changed': {
    status: 409,
    code: 'ACCESS_CHANGED',
    title: 'What the caller may see has changed.',
  },
  'ask.model_busy': unavailable,
  'ask.question_invalid': invalidField,
  'ask.rate_limited': {
    ...rateLimited,
    headers: ({ resetSeconds }) => ({ 'Retry-After': String(resetSeconds) }),
  },
  'ask.too_many': { ...rateLimited, headers: retryAfter },
  'conversation.not_found': notFound,
  'idempotency.in_progress': {
    status: 409,
    code: 'REQUEST_IN_PROGRESS',
    title: 'The same request is in progress.',
    headers: retryAfter,
  },
  'idempotency.key_reused': {
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
    title: 'The idempotency key was used for another request.',
  },
  'identity.not_found': notFound,
  'identity.not_linked': notLinked,
  'identity.source_invalid': invalidField,
  'job.not_found': notFound,
  'knowledge.prune_refused': conflict,
  'knowledge.source_being_removed': conflict,
  'knowledge.source_not_found': notFound,
  'mail.tests_exhausted': { ...rateLimited, headers: retryAfter },
  'mail.not_configured': {
    status: 409,
    code: 'SMTP_NOT_CONFIGURED',
    title: 'No mail server is configured.',
  },
  'search.invalid': invalidField,
  'settings.organisation_name_invalid': invalidField,
  'search.timed_out': unavailable,
  'search.too_many': { ...rateLimited, headers: retryAfter },
} as const satisfies { readonly [Code in FailureCode]: Problem<FailureOf<Code>> }

/** The HTTP status of a failure. */
export type StatusOf<Code extends FailureCode> = (typeof problemTable)[Code]['status']

/** The row of a failure, in a type that serves all rows alike. */
export const problemRow = (code: FailureCode): ProblemRow<Failure> =>
  problemTable[code] as ProblemRow<Failure>
