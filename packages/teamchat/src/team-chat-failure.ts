import type { TeamChatFault } from '@ken/core/ports'

/** Why the team-chat server did not serve a request. Holds nothing of the request and nothing of the answer. */
export class TeamChatFailure extends Error {
  readonly fault: TeamChatFault
  /** What the server asks for, when it does. */
  readonly retryAfterSeconds: number | null
  /** The answer was longer than it may be: a smaller question may help. */
  readonly isTooLong: boolean

  constructor(fault: TeamChatFault, { retryAfterSeconds = null, isTooLong = false }: FailureDetails = {}) {
    super(`The team-chat server failed: ${fault}.`)
    this.name = 'TeamChatFailure'
    this.fault = fault
    this.retryAfterSeconds = retryAfterSeconds
    this.isTooLong = isTooLong
  }
}

type FailureDetails = { readonly retryAfterSeconds?: number | null; readonly isTooLong?: boolean }

/** A request that the server understood and does not grant, however often it is made. */
export class TeamChatRefusal extends Error {
  readonly status: number
  /** Names the reason, as `api.context.permissions.app_error`; texts beside it follow the language of the server. */
  readonly id: string

  constructor(status: number, id: string) {
    super(`The team-chat server refused the request with status ${status}.`)
    this.name = 'TeamChatRefusal'
    this.status = status
    this.id = id
  }
}
