import type { TeamChatFault } from '@ken/core/ports'
import { connectionFault, outboundFailure, ServerFailure, type Failure } from '@ken/outbound'

/** Why the team-chat server did not serve a request. */
export class TeamChatFailure extends ServerFailure<TeamChatFault> {
  /** The response exceeded its limit: a smaller request may help. */
  readonly isTooLong: boolean

  constructor(
    fault: TeamChatFault,
    { retryAfterSeconds = null, isTooLong = false }: FailureDetails = {},
  ) {
    super('The team-chat server', { fault, retryAfterSeconds })
    this.isTooLong = isTooLong
  }
}

type FailureDetails = { readonly retryAfterSeconds?: number | null; readonly isTooLong?: boolean }

/** Classifies an error of a request or a socket. */
export function teamChatFailure(error: unknown): TeamChatFailure {
  if (error instanceof TeamChatFailure) return error
  const isTooLong = outboundFailure(error).fault === 'body_too_large'
  return new TeamChatFailure(connectionFault(error, 'not_team_chat'), { isTooLong })
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

/** The failure of an error of the server; null for every other error. */
export function knownFailure(error: unknown): Failure<TeamChatFault> | null {
  if (error instanceof TeamChatFailure) return error
  // No team-chat server refuses what Ken reads to the holder of a token: this is another JSON API.
  const isRefusal = error instanceof TeamChatRefusal
  return isRefusal ? { fault: 'not_team_chat', retryAfterSeconds: null } : null
}
