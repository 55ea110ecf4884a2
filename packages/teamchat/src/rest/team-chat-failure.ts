import type { TeamChatFault } from '@ken/core/ports'
import { outboundFailure, type OutboundFault } from '@ken/outbound'

/** Why the team-chat server did not serve a request. Contains nothing of the request or the response. */
export class TeamChatFailure extends Error {
  readonly fault: TeamChatFault
  /** From `Retry-After`; null without one. */
  readonly retryAfterSeconds: number | null
  /** The response exceeded its limit: a smaller request may help. */
  readonly isTooLong: boolean

  constructor(
    fault: TeamChatFault,
    { retryAfterSeconds = null, isTooLong = false }: FailureDetails = {},
  ) {
    super(`The team-chat server failed: ${fault}.`)
    this.name = 'TeamChatFailure'
    this.fault = fault
    this.retryAfterSeconds = retryAfterSeconds
    this.isTooLong = isTooLong
  }
}

type FailureDetails = { readonly retryAfterSeconds?: number | null; readonly isTooLong?: boolean }

/** Does not distinguish why there is no connection: that would allow a scan of the network. */
const faults: Readonly<Record<OutboundFault, TeamChatFault>> = {
  aborted: 'unreachable',
  address_forbidden: 'address_forbidden',
  body_too_large: 'not_team_chat',
  certificate_untrusted: 'certificate_untrusted',
  timed_out: 'unreachable',
  unreachable: 'unreachable',
}

/** Classifies an error of a request or a socket. */
export function teamChatFailure(error: unknown): TeamChatFailure {
  if (error instanceof TeamChatFailure) return error
  const { fault } = outboundFailure(error)
  return new TeamChatFailure(faults[fault], { isTooLong: fault === 'body_too_large' })
}

/** A request that the server understood and refuses for good. */
export class TeamChatRefusal extends Error {
  readonly status: number
  /** The reason, such as `api.context.permissions.app_error`. The server's texts depend on its language. */
  readonly id: string

  constructor(status: number, id: string) {
    super(`The team-chat server refused the request with status ${status}.`)
    this.name = 'TeamChatRefusal'
    this.status = status
    this.id = id
  }
}
