import type { WorkspaceChatFault } from '@ken/core/ports'
import { connectionFault, OutboundFailure, ServerFailure, type Failure } from '@ken/outbound'

/** Why the Web API did not serve a call. */
export class WebApiFailure extends ServerFailure<WorkspaceChatFault> {
  constructor(fault: WorkspaceChatFault, retryAfterSeconds: number | null = null) {
    super('The Web API', { fault, retryAfterSeconds })
  }
}

/** A call that the API understood and refuses for good. */
export class WebApiRefusal extends Error {
  /** The error of the API, such as `is_archived`; `other` for one of another form. */
  readonly code: string

  constructor(error: string) {
    super('The Web API refused the call.')
    this.name = 'WebApiRefusal'
    this.code = /^[a-z0-9_]{1,60}$/.test(error) ? error : 'other'
  }
}

/** Classifies an error of a connection. Not its cause: such errors quote the address. */
export const webApiFailure = (error: unknown): WebApiFailure =>
  new WebApiFailure(connectionFault(error, 'not_slack'))

/** The failure of an error of the API or of a connection to it; null for every other error. */
export function knownFailure(error: unknown): Failure<WorkspaceChatFault> | null {
  if (error instanceof WebApiFailure) return error
  if (error instanceof OutboundFailure) return webApiFailure(error)
  // Slack refuses none of the calls of a listener or a probe to the holder of a token for another reason.
  const isRefusal = error instanceof WebApiRefusal
  return isRefusal ? { fault: 'not_slack', retryAfterSeconds: null } : null
}

/** Errors that the API has for calls that may succeed later, or with another token. */
const faults: { readonly [error: string]: WorkspaceChatFault } = {
  not_authed: 'token_refused',
  invalid_auth: 'token_refused',
  account_inactive: 'token_refused',
  token_revoked: 'token_refused',
  token_expired: 'token_refused',
  not_allowed_token_type: 'token_refused',
  org_login_required: 'token_refused',
  team_access_not_granted: 'token_refused',
  access_denied: 'token_refused',
  ekm_access_denied: 'token_refused',
  app_missing_scope: 'scope_missing',
  missing_scope: 'scope_missing',
  accesslimited: 'server_failing',
  fatal_error: 'server_failing',
  internal_error: 'server_failing',
  ratelimited: 'server_failing',
  rate_limited: 'server_failing',
  request_timeout: 'server_failing',
  service_unavailable: 'server_failing',
  team_added_to_org: 'server_failing',
}

/** Classifies the error of a response. */
export function webApiError(
  error: string,
  retryAfterSeconds: number | null,
): WebApiFailure | WebApiRefusal {
  const fault = Object.hasOwn(faults, error) ? faults[error] : undefined
  return fault === undefined
    ? new WebApiRefusal(error)
    : new WebApiFailure(fault, retryAfterSeconds)
}
