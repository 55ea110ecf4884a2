import type { BotMessengerFault } from '@ken/core/ports'
import { outboundFailure, type OutboundFault } from '@ken/outbound'

/** Why the Bot API did not serve a call. Contains nothing of the request, whose address holds the token, or the response. */
export class BotApiFailure extends Error {
  readonly fault: BotMessengerFault
  /** From the response; null without one. */
  readonly retryAfterSeconds: number | null

  constructor(fault: BotMessengerFault, retryAfterSeconds: number | null = null) {
    super(`The Bot API failed: ${fault}.`)
    this.name = 'BotApiFailure'
    this.fault = fault
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The response is longer than is read, such as too many large updates at once. */
export class BotApiResponseTooLarge extends BotApiFailure {
  constructor() {
    super('not_telegram')
  }
}

/** A call that the API understood and refuses for good. */
export class BotApiRefusal extends Error {
  readonly status: number
  /** Text of the server in English. May quote the request: never logged. */
  readonly description: string

  constructor(status: number, description: string) {
    super(`The Bot API refused the call with status ${status}.`)
    this.name = 'BotApiRefusal'
    this.status = status
    this.description = description
  }
}

/** Does not distinguish why there is no connection: that would allow a scan of the network. */
const faults: Readonly<Record<OutboundFault, BotMessengerFault>> = {
  aborted: 'unreachable',
  address_forbidden: 'address_forbidden',
  body_too_large: 'not_telegram',
  certificate_untrusted: 'certificate_untrusted',
  timed_out: 'unreachable',
  unreachable: 'unreachable',
}

/** Classifies an error of a request. Not its cause: errors of a connection quote its address. */
export function botApiFailure(error: unknown): BotApiFailure {
  if (error instanceof BotApiFailure) return error
  const { fault } = outboundFailure(error)
  return fault === 'body_too_large'
    ? new BotApiResponseTooLarge()
    : new BotApiFailure(faults[fault])
}
