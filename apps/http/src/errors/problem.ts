import type { FieldFault } from './field-fault.ts'
import type { FailureCode, FailureOf } from './failure.ts'

/** How one failure looks on the wire. `title` never varies; `detail` says what happened and what to do. */
export type Problem<Failed> = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503
  readonly code: string
  readonly title: string
  readonly detail: string | ((failure: Failed) => string)
  readonly errors?: (failure: Failed) => readonly FieldFault[]
  readonly reasons?: (failure: Failed) => readonly string[]
  readonly reason?: (failure: Failed) => string
  readonly headers?: (failure: Failed) => ProblemHeaders
}
export type ProblemHeaders = { readonly [name: string]: string }

/** The problems of some areas of core, every one of them. */
export type ProblemsOf<Area extends string> = {
  readonly [Code in Extract<FailureCode, `${Area}.${string}`>]: Problem<FailureOf<Code>>
}

export const invalidRequest = { status: 400, code: 'INVALID_REQUEST', title: 'The request is not valid.' } as const
export const correct = 'Correct the fields named in `errors` and send the request again.'
export const invalidField = (pointer: string, detail: string) => ({
  ...invalidRequest,
  detail: correct,
  errors: () => [{ pointer, detail }],
})

// Missing, somebody else's, and no longer there must read the same to the byte (R49).
export const notFound = {
  status: 404,
  code: 'NOT_FOUND',
  title: 'Not found.',
  detail: 'There is nothing at this address, or nothing that you may see.',
} as const
export const conflict = { status: 409, code: 'CONFLICT', title: 'This contradicts what is already there.' } as const
export const forbidden = { status: 403, code: 'FORBIDDEN', title: 'This is not allowed.' } as const
export const rateLimited = { status: 429, code: 'RATE_LIMITED', title: 'Too many requests.' } as const

export const unauthenticated = {
  status: 401,
  code: 'UNAUTHENTICATED',
  title: 'A valid credential is required.',
  headers: () => ({ 'WWW-Authenticate': 'Bearer realm="ken"' }),
} as const

// A key and an access token arrive in one header and are refused alike, to the byte (R4).
export const bearerRefused = {
  ...unauthenticated,
  detail: 'Send one header `Authorization: Bearer <credential>` with a credential that is neither expired nor revoked.',
} as const

export const onBehalfOfNotAllowed = {
  status: 400,
  code: 'ON_BEHALF_OF_NOT_ALLOWED',
  title: 'This credential speaks for its owner only.',
  detail: 'Remove the header `Ken-On-Behalf-Of`: what you sent acts for nobody else.',
} as const

// One text for every reason: a surface learns nothing about who exists (R65).
export const notLinked = {
  status: 403,
  code: 'IDENTITY_NOT_LINKED',
  title: 'The identity is not linked.',
  detail: 'Create a link code (POST /api/v1/me/link-codes, after POST /login), and send it to this surface.',
} as const
