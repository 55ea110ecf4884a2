import { accountProblems } from './account-problems.ts'
import type { Failure, FailureCode, FailureOf } from './failure.ts'
import { httpProblems } from './http-problems.ts'
import { keyProblems, platformInvalid } from './key-problems.ts'
import { conflict, correct, invalidRequest, notFound, notLinked, type Problem } from './problem.ts'
import { signInProblems } from './sign-in-problems.ts'
import { teamChatProblems } from './team-chat-problems.ts'

/**
 * The one place where a failure becomes an HTTP status and a wire code. A new code of core does not
 * compile until it is here.
 */
export const problemTable = {
  ...accountProblems,
  ...keyProblems,
  ...signInProblems,
  ...teamChatProblems,
  ...httpProblems,
  'idempotency.in_progress': {
    status: 409,
    code: 'REQUEST_IN_PROGRESS',
    title: 'The same request is in progress.',
    detail: ({ retryAfterSeconds }) =>
      `A request with this \`Idempotency-Key\` is being processed. Send the same request again in ${retryAfterSeconds} s for its result.`,
    headers: ({ retryAfterSeconds }) => ({ 'Retry-After': String(retryAfterSeconds) }),
  },
  'idempotency.key_reused': {
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
    title: 'The idempotency key was used for another request.',
    detail: 'This `Idempotency-Key` came with another request in the last 24 hours. Use a new key for a new request.',
  },
  'identity.not_found': notFound,
  'identity.not_linked': notLinked,
  'identity.source_invalid': platformInvalid,
  'job.not_found': notFound,
  'knowledge.prune_refused': {
    ...conflict,
    detail: ({ removed, held }) => `${removed} of ${held} documents would be removed. Nothing was.`,
  },
  'mail.not_configured': {
    status: 409,
    code: 'SMTP_NOT_CONFIGURED',
    title: 'No mail server is configured.',
    detail: 'This needs mail. Set KEN_SMTP_URL and KEN_MAIL_FROM, and start Ken again.',
  },
  'search.invalid': { ...invalidRequest, detail: correct, errors: ({ field, detail }) => [{ pointer: `#/${field}`, detail }] },
} as const satisfies { readonly [Code in FailureCode]: Problem<FailureOf<Code>> }

/** The HTTP status of a failure. */
export type StatusOf<Code extends FailureCode> = (typeof problemTable)[Code]['status']

/** The row of a failure, in a type that serves all rows alike. */
export const problemRow = (code: FailureCode): Problem<Failure> => problemTable[code] as Problem<Failure>
