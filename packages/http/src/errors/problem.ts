import type { KenError } from '@ken/core'
import { failedField } from '@ken/presentation'
import type { FailureCode, FailureOf } from './failure.ts'
import type { FieldError } from './field-error.ts'

type Detail<Failed> = string | ((failure: Failed) => string)

/**
 * How a failure looks on the wire. `title` never varies; `detail` says what happened and what to do. For a failure of a use
 * case, `detail` is its `failureText`, unless several codes share one text.
 */
export type Problem<Failed> = ProblemRow<Failed> &
  ([Failed] extends [KenError] ? unknown : { readonly detail: Detail<Failed> })
export type ProblemRow<Failed> = {
  readonly status:
    | 400
    | 401
    | 403
    | 404
    | 405
    | 406
    | 408
    | 409
    | 413
    | 415
    | 422
    | 429
    | 431
    | 500
    | 503
  readonly code: string
  readonly title: string
  readonly detail?: Detail<Failed>
  readonly errors?: (failure: Failed) => readonly FieldError[]
  readonly reasons?: (failure: Failed) => readonly string[]
  readonly reason?: (failure: Failed) => string
  readonly headers?: (failure: Failed) => ProblemHeaders
}
export type ProblemHeaders = { readonly [name: string]: string }

/** The problems of some areas of core, every one of them. */
export type ProblemsOf<Area extends string> = {
  readonly [Code in Extract<FailureCode, `${Area}.${string}`>]: Problem<FailureOf<Code>>
}

export const invalidRequest = {
  status: 400,
  code: 'INVALID_REQUEST',
  title: 'The request is not valid.',
} as const
export const correct = 'Correct the fields named in `errors` and send the request again.'
/** A failure about one field, with the rule for it. */
export const invalidField = {
  ...invalidRequest,
  detail: correct,
  errors: (failure: KenError): readonly FieldError[] => {
    const invalid = failedField(failure)
    return invalid === null ? [] : [{ pointer: `#/${invalid.field}`, detail: invalid.rule }]
  },
} as const

// Missing, another person's and deleted things must get the same response to the byte.
export const notFound = {
  status: 404,
  code: 'NOT_FOUND',
  title: 'Not found.',
  detail: 'There is nothing at this address, or nothing that you may see.',
} as const
export const conflict = {
  status: 409,
  code: 'CONFLICT',
  title: 'The request conflicts with the current state.',
} as const
export const probeFailed = {
  status: 422,
  code: 'PROBE_FAILED',
  title: 'The platform does not serve the bot.',
} as const
export const forbidden = { status: 403, code: 'FORBIDDEN', title: 'This is not allowed.' } as const
export const rateLimited = {
  status: 429,
  code: 'RATE_LIMITED',
  title: 'Too many requests.',
} as const

export const retryAfter = ({
  retryAfterSeconds,
}: {
  readonly retryAfterSeconds: number
}): ProblemHeaders => ({ 'Retry-After': String(retryAfterSeconds) })

export const unavailable = {
  status: 503,
  code: 'UNAVAILABLE',
  title: 'Ken is temporarily unavailable.',
  headers: retryAfter,
} as const

export const unauthenticated = {
  status: 401,
  code: 'UNAUTHENTICATED',
  title: 'A valid credential is required.',
  headers: () => ({ 'WWW-Authenticate': 'Bearer realm="ken"' }),
} as const

// Keys and access tokens come in the same header and get the same refusal, to the byte.
export const bearerRefused = {
  ...unauthenticated,
  detail:
    'Send one header `Authorization: Bearer <credential>` with a credential that is neither expired nor revoked.',
} as const

export const onBehalfOfNotAllowed = {
  status: 400,
  code: 'ON_BEHALF_OF_NOT_ALLOWED',
  title: 'This credential acts only for its owner.',
  detail: 'Remove the header `Ken-On-Behalf-Of`.',
} as const

// The same for every reason, so that a surface does not learn who exists.
export const notLinked = {
  status: 403,
  code: 'IDENTITY_NOT_LINKED',
  title: 'The identity is not linked.',
} as const
