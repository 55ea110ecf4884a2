import type { WorkspaceChatFault } from '@ken/core/ports'
import { outboundFailure, type OutboundFault } from '@ken/outbound'

/** Why the Web API did not serve a call. Contains nothing of the request or the response. */
export class WebApiFailure extends Error {
  readonly fault: WorkspaceChatFault
  /** From the response; null without one. */
  readonly retryAfterSeconds: number | null

  constructor(fault: WorkspaceChatFault, retryAfterSeconds: number | null = null) {
    super(`The Web API failed: ${fault}.`)
    this.name = 'WebApiFailure'
    this.fault = fault
    this.retryAfterSeconds = retryAfterSeconds
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

/** Does not distinguish why there is no connection: that would allow a scan of the network. */
const outboundFaults: Readonly<Record<OutboundFault, WorkspaceChatFault>> = {
  aborted: 'unreachable',
  address_forbidden: 'address_forbidden',
  body_too_large: 'not_slack',
  certificate_untrusted: 'certificate_untrusted',
  timed_out: 'unreachable',
  unreachable: 'unreachable',
}

/** Classifies an error of a connection. Not its cause: such errors quote the address. */
export const webApiFailure = (error: unknown): WebApiFailure =>
  new WebApiFailure(outboundFaults[outboundFailure(error).fault])

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
