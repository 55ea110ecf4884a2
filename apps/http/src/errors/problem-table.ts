import type { KenError, PasswordFault } from '@ken/core'
import type { Allowance } from '@ken/core/ports'
import {
  identitySourceLengthMax,
  keyNameLengthMax,
  keyWindow,
  nameLengthMax,
  passwordLengthMax,
  passwordLengthMin,
  roles,
  sourcesPerKeyMax,
  teamChatAdvice,
  botTokenLengthMax,
} from '@ken/core'
import type { FieldFault } from './field-fault.ts'

/** Failures that belong to HTTP itself and that core has no word for. */
export type SurfaceError =
  | { readonly code: 'http.invalid_request'; readonly errors: readonly FieldFault[] }
  | { readonly code: 'http.malformed_request' }
  | { readonly code: 'http.on_behalf_of_not_allowed' }
  | { readonly code: 'http.cross_site' }
  | { readonly code: 'http.not_found' }
  | { readonly code: 'http.method_not_allowed'; readonly allow: readonly string[] }
  | { readonly code: 'http.not_acceptable' }
  | { readonly code: 'http.request_timeout' }
  | { readonly code: 'http.payload_too_large'; readonly bytesMax: number }
  | { readonly code: 'http.unsupported_media_type'; readonly type: string }
  | { readonly code: 'http.headers_too_large' }
  | { readonly code: 'http.internal' }
  | { readonly code: 'http.unavailable'; readonly retryAfterSeconds: number }

/** Every failure there is an answer to. */
export type Failure = Exclude<KenError, PasswordRejected> | PasswordRejectedIn | SurfaceError
type PasswordRejected = Extract<KenError, { readonly code: 'password.rejected' }>
/** A refused password, and the field it was sent in. */
type PasswordRejectedIn = PasswordRejected & { readonly field?: 'password' | 'new_password' }
export type FailureCode = Failure['code']
export type FailureOf<Code extends FailureCode> = Extract<Failure, { readonly code: Code }>

/** How one failure looks on the wire. `title` never varies; `detail` says what happened and what to do. */
type Problem<Failed> = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503
  readonly code: string
  readonly title: string
  readonly detail: string | ((failure: Failed) => string)
  readonly errors?: (failure: Failed) => readonly FieldFault[]
  readonly reasons?: (failure: Failed) => readonly string[]
  readonly reason?: (failure: Failed) => string
  readonly headers?: (failure: Failed) => Headers
}
type Headers = { readonly [name: string]: string }

const invalidRequest = { status: 400, code: 'INVALID_REQUEST', title: 'The request is not valid.' } as const
const correct = 'Correct the fields named in `errors` and send the request again.'
const invalidField = (pointer: string, detail: string) => ({
  ...invalidRequest,
  detail: correct,
  errors: () => [{ pointer, detail }],
})

// Missing, somebody else's, and no longer there must read the same to the byte (R49).
const notFound = {
  status: 404,
  code: 'NOT_FOUND',
  title: 'Not found.',
  detail: 'There is nothing at this address, or nothing that you may see.',
} as const
const conflict = { status: 409, code: 'CONFLICT', title: 'This contradicts what is already there.' } as const
const forbidden = { status: 403, code: 'FORBIDDEN', title: 'This is not allowed.' } as const
const rateLimited = { status: 429, code: 'RATE_LIMITED', title: 'Too many requests.' } as const

const unauthenticated = {
  status: 401,
  code: 'UNAUTHENTICATED',
  title: 'A valid credential is required.',
  headers: () => ({ 'WWW-Authenticate': 'Bearer realm="ken"' }),
} as const

// A key and an access token arrive in one header and are refused alike, to the byte (R4).
const bearerRefused = {
  ...unauthenticated,
  detail: 'Send one header `Authorization: Bearer <credential>` with a credential that is neither expired nor revoked.',
} as const

const onBehalfOfNotAllowed = {
  status: 400,
  code: 'ON_BEHALF_OF_NOT_ALLOWED',
  title: 'This credential speaks for its owner only.',
  detail: 'Remove the header `Ken-On-Behalf-Of`: what you sent acts for nobody else.',
} as const

// One text for every reason: a surface learns nothing about who exists (R65).
const notLinked = {
  status: 403,
  code: 'IDENTITY_NOT_LINKED',
  title: 'The identity is not linked.',
  detail: 'Sign in to Ken on the web, create a link code there, and send it to this surface.',
} as const

/** The state of a key's allowance as draft-ietf-httpapi-ratelimit-headers writes it. */
export const rateLimitHeaders = (allowance: Omit<Allowance, 'allowed'>) => ({
  'RateLimit-Policy': `"key";q=${allowance.limit};w=${keyWindow.windowSeconds}`,
  RateLimit: `"key";r=${allowance.remaining};t=${allowance.resetSeconds}`,
})

const allowanceHeaders = ({ allowance }: { readonly allowance: Allowance }): Headers => rateLimitHeaders(allowance)

const passwordFaults: { readonly [Fault in PasswordFault]: string } = {
  too_short: `must have at least ${passwordLengthMin} characters`,
  too_long: `must have at most ${passwordLengthMax} characters`,
  too_weak: 'is too easy to guess: use several unrelated words, and not your name or address',
  breached: 'is known from a data breach: choose one that you use nowhere else',
  same_as_current: 'must differ from the current password',
  too_complex_to_check: 'could not be judged in time: choose a shorter or simpler one',
}

const sourcesFault = (unknown: readonly string[]): string =>
  unknown.length === 0
    ? `must name 1 to ${sourcesPerKeyMax} sources, or be left out for all that the owner may see`
    : `must name sources that the owner of the key may see, which these are not: ${unknown.join(', ')}`

/**
 * The one place where a failure becomes an HTTP status and a wire code. A new code of core does not
 * compile until it is here.
 */
export const problemTable = {
  'account.already_set_up': notFound,
  'account.deactivated': { ...conflict, detail: 'The account is deactivated. Reactivate it first.' },
  'account.email_invalid': invalidField('#/email', 'must be an e-mail address such as you@example.com'),
  'account.email_taken': { ...conflict, detail: 'There is an account with this address already, active or deactivated.' },
  'account.last_owner': {
    ...forbidden,
    detail: 'This is the only active Owner, and there must be one. Make somebody else an Owner first.',
  },
  'account.not_only_owner': { ...conflict, detail: 'There is another active Owner, who can reset this password.' },
  'agent.not_found': notFound,
  'account.name_invalid': invalidField('#/name', `must be a name of at most ${nameLengthMax} characters`),
  'account.not_found': notFound,
  'account.forbidden': { ...forbidden, detail: 'Your role, or the state of your account, does not permit this.' },
  'account.role_invalid': invalidField('#/role', `must be one of ${roles.join(', ')}`),
  // One text for every reason: who holds a used token learns nothing more than who makes one up (R52).
  'account.token_invalid': {
    status: 400,
    code: 'TOKEN_INVALID',
    title: 'The link is not valid.',
    detail: 'The link is wrong, was used, or is too old. Ask for a new one.',
  },
  'group.slug_invalid': invalidField('#/slug', 'must be lower-case letters, digits and "-"'),
  'group.exists': { ...conflict, detail: 'There is a group of this name already.' },
  'group.not_found': notFound,
  'group.in_use': {
    ...conflict,
    detail: ({ documents }) => `${documents} documents still name the group. Import them without it first.`,
  },
  'identity.not_found': notFound,
  'job.not_found': notFound,
  'identity.not_linked': notLinked,
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
  'key.source_invalid': invalidField(
    '#/source',
    `must be the name of a platform: lower-case letters, digits and "_", beginning with a letter, at most ${identitySourceLengthMax}`,
  ),
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
      ...rateLimitHeaders({ limit, remaining: 0, resetSeconds }),
    }),
  },
  'mail.not_configured': {
    status: 409,
    code: 'SMTP_NOT_CONFIGURED',
    title: 'No mail server is configured.',
    detail: 'This needs mail. Set KEN_SMTP_URL and KEN_MAIL_FROM, and start Ken again.',
  },
  'knowledge.prune_refused': {
    ...conflict,
    detail: ({ removed, held }) => `${removed} of ${held} documents would be removed. Nothing was.`,
  },
  'search.invalid': { ...invalidRequest, detail: correct, errors: ({ field, detail }) => [{ pointer: `#/${field}`, detail }] },
  'password.rejected': {
    status: 422,
    code: 'PASSWORD_REJECTED',
    title: 'The password is not accepted.',
    detail: 'Choose another password; `errors` says why this one is not accepted.',
    errors: ({ reasons, field = 'password' }) =>
      reasons.map((reason) => ({ pointer: `#/${field}`, detail: passwordFaults[reason] })),
    reasons: ({ reasons }) => reasons,
  },
  'password.current_wrong': {
    status: 403,
    code: 'CURRENT_PASSWORD_WRONG',
    title: 'The current password is wrong.',
    detail: 'Check the current password and try again.',
  },
  'password.guesses_exhausted': {
    ...rateLimited,
    detail: ({ retryAfterSeconds }) =>
      `There were too many wrong attempts. ${retryAfterSeconds === null ? 'Ask an Owner or Admin for a reset.' : `Try again in ${retryAfterSeconds} s.`}`,
    headers: ({ retryAfterSeconds }): Headers => (retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) }),
  },
  'session.refused': bearerRefused,
  'session.token_expired': {
    status: 401,
    code: 'TOKEN_EXPIRED',
    title: 'The access token has expired.',
    detail: 'Get a new one by `POST /refresh`, and send the request again.',
    headers: () => ({ 'WWW-Authenticate': 'Bearer realm="ken", error="invalid_token"' }),
  },
  'session.not_found': notFound,
  'session.is_current': { ...conflict, detail: 'This is the session that you are using. Sign out to end it.' },
  // One text for every reason: who guesses learns nothing (R20).
  'sign_in.refused': {
    ...unauthenticated,
    detail: 'What you entered is wrong, or it took too long. Check it and try again, or sign in from the start.',
  },
  'sign_in.password_change_required': {
    status: 403,
    code: 'PASSWORD_CHANGE_REQUIRED',
    title: 'The temporary password must be replaced.',
    detail: 'Choose a password of your own; nothing else works before.',
  },
  'sign_in.second_factor_required': {
    status: 403,
    code: 'MFA_ENROLMENT_REQUIRED',
    title: 'A second factor is required.',
    detail: 'Your role requires a second factor. Set one up; nothing else works before.',
  },
  'second_factor.code_refused': {
    status: 403,
    code: 'MFA_CODE_REFUSED',
    title: 'The code is not accepted.',
    detail: 'The code is wrong, too old or used already. Try the next one.',
  },
  'second_factor.enabled': { ...conflict, detail: 'There is a second factor already. Disable it first.' },
  'second_factor.missing': {
    ...conflict,
    detail: 'There is no second factor for which a code could be judged. Set one up first.',
  },
  'second_factor.mandatory': { ...forbidden, detail: 'Your role requires a second factor, so it cannot be disabled.' },

  'team_chat.address_invalid': invalidField('#/base_url', 'must be an http or https address without user, query or fragment'),
  'team_chat.address_missing': invalidField('#/base_url', 'must be given: a token is for one server'),
  'team_chat.token_invalid': invalidField('#/bot_token', `must be 1 to ${botTokenLengthMax} visible characters of ASCII`),
  'team_chat.probe_failed': {
    status: 422,
    code: 'PROBE_FAILED',
    title: 'The team-chat server does not serve the bot.',
    detail: ({ reason }) => teamChatAdvice[reason],
    reason: ({ reason }) => reason,
  },
  'team_chat.probes_exhausted': {
    ...rateLimited,
    detail: ({ retryAfterSeconds }) =>
      `Too many of the servers that you had Ken ask did not serve the bot. Try again in ${retryAfterSeconds} s.`,
    headers: ({ retryAfterSeconds }): Headers => ({ 'Retry-After': String(retryAfterSeconds) }),
  },
  'team_chat.changed_meanwhile': {
    ...conflict,
    detail: 'Somebody else changed the settings while the server was asked. Look at them, and try again.',
  },

  'http.invalid_request': { ...invalidRequest, detail: correct, errors: ({ errors }) => errors },
  'http.malformed_request': { ...invalidRequest, detail: 'This is not a request that HTTP permits.' },
  'http.on_behalf_of_not_allowed': onBehalfOfNotAllowed,
  'http.cross_site': {
    ...forbidden,
    detail: 'The request comes from a page of another site. Open Ken at the address set as KEN_BASE_URL and try again there.',
  },
  'http.not_found': notFound,
  'http.method_not_allowed': {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    title: 'The method is not allowed here.',
    detail: 'Use one of the methods in the header `Allow`.',
    headers: ({ allow }) => ({ Allow: allow.join(', ') }),
  },
  'http.not_acceptable': {
    status: 406,
    code: 'NOT_ACCEPTABLE',
    title: 'The answer is JSON only.',
    detail: 'Send `Accept: application/json` or no such header.',
  },
  'http.request_timeout': {
    status: 408,
    code: 'REQUEST_TIMEOUT',
    title: 'The request took too long to arrive.',
    detail: 'Send the whole request at once.',
  },
  'http.payload_too_large': {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    title: 'The body is too large.',
    detail: ({ bytesMax }) => `A body may have at most ${bytesMax} bytes here.`,
  },
  'http.unsupported_media_type': {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    title: 'The body is of another type than is taken here.',
    detail: ({ type }) => `Send \`Content-Type: ${type}\`, in UTF-8 and not compressed.`,
  },
  'http.headers_too_large': {
    status: 431,
    code: 'HEADERS_TOO_LARGE',
    title: 'The headers are too large.',
    detail: 'Send fewer or shorter headers.',
  },
  'http.internal': {
    status: 500,
    code: 'INTERNAL',
    title: 'Something went wrong in Ken.',
    detail: 'Try again. If it happens again, give the `request_id` to whoever runs this service.',
  },
  'http.unavailable': {
    status: 503,
    code: 'UNAVAILABLE',
    title: 'Ken cannot answer at the moment.',
    detail: ({ retryAfterSeconds }) => `Something that Ken depends on is away or busy. Try again in ${retryAfterSeconds} s.`,
    headers: ({ retryAfterSeconds }) => ({ 'Retry-After': String(retryAfterSeconds) }),
  },
} as const satisfies { readonly [Code in FailureCode]: Problem<FailureOf<Code>> }

/** The HTTP status of a failure. */
export type StatusOf<Code extends FailureCode> = (typeof problemTable)[Code]['status']

/** The row of a failure, in a type that serves all rows alike. */
export const problemRow = (code: FailureCode): Problem<Failure> => problemTable[code] as Problem<Failure>

/** The failure of a route that takes the password in the field `new_password`. */
export const inNewPassword = <Failed extends Failure>(failure: Failed): Failed =>
  failure.code === 'password.rejected' ? { ...failure, field: 'new_password' } : failure
