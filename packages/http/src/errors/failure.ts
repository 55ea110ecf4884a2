import type { KenError } from '@ken/core'
import type { FieldError } from './field-error.ts'

/** Failures of HTTP itself, which core does not know. */
export type HttpFailure =
  | { readonly code: 'http.invalid_request'; readonly errors: readonly FieldError[] }
  | { readonly code: 'http.malformed_request' }
  | { readonly code: 'http.on_behalf_of_not_allowed' }
  | { readonly code: 'http.cross_site' }
  | { readonly code: 'http.foreign_host' }
  | { readonly code: 'http.idempotency_key_invalid' }
  | { readonly code: 'http.not_found' }
  | { readonly code: 'http.method_not_allowed'; readonly allow: readonly string[] }
  | { readonly code: 'http.not_acceptable' }
  | { readonly code: 'http.request_timeout' }
  | { readonly code: 'http.payload_too_large'; readonly bytesMax: number }
  | { readonly code: 'http.unsupported_media_type'; readonly type: string }
  | { readonly code: 'http.headers_too_large' }
  | { readonly code: 'http.internal' }
  | { readonly code: 'http.unavailable'; readonly retryAfterSeconds: number }

/** Every failure that has a response. */
export type Failure = Exclude<KenError, PasswordRejected> | PasswordRejectedIn | HttpFailure
type PasswordRejected = Extract<KenError, { readonly code: 'password.rejected' }>
/** A refused password, and its field in the request. */
type PasswordRejectedIn = PasswordRejected & { readonly field?: 'password' | 'new_password' }
export type FailureCode = Failure['code']
export type FailureOf<Code extends FailureCode> = Extract<Failure, { readonly code: Code }>

/** The failure of a route that takes the password in the field `new_password`. */
export const inNewPassword = <Failed extends Failure>(failure: Failed): Failed =>
  failure.code === 'password.rejected' ? { ...failure, field: 'new_password' } : failure
