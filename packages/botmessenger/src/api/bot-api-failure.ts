import type { BotMessengerFault } from '@ken/core/ports'
import { connectionFault, outboundFailure, ServerFailure } from '@ken/outbound'

/** Why the Bot API did not serve a call. */
export class BotApiFailure extends ServerFailure<BotMessengerFault> {
  constructor(fault: BotMessengerFault, retryAfterSeconds: number | null = null) {
    super('The Bot API', { fault, retryAfterSeconds })
  }
}

/** The response is longer than is read, such as too many large updates at once. */
export class BotApiResponseTooLarge extends BotApiFailure {
  /** The id of the first update in it; null if it does not begin with one. */
  readonly firstUpdateId: number | null

  constructor(beginning: string) {
    super('not_telegram')
    const [, id = ''] = updatesBeginning.exec(beginning) ?? []
    this.firstUpdateId = id === '' ? null : Number(id)
  }
}

/** A list of updates begins like this; nothing that a person writes comes before it. */
const updatesBeginning =
  /^\s*\{\s*"ok"\s*:\s*true\s*,\s*"result"\s*:\s*\[\s*\{\s*"update_id"\s*:\s*(\d{1,15})\s*,/

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

/** The fault of a call that no server of the Bot API refuses to the holder of a token. Throws every other error. */
export function faultOf(error: unknown): BotMessengerFault {
  if (error instanceof BotApiFailure) return error.fault
  if (error instanceof BotApiRefusal) return 'not_telegram'
  throw error
}

/** Classifies an error of a request. Not its cause: errors of a connection quote its address. */
export function botApiFailure(error: unknown, beginning: string): BotApiFailure {
  if (error instanceof BotApiFailure) return error
  return outboundFailure(error).fault === 'body_too_large'
    ? new BotApiResponseTooLarge(beginning)
    : new BotApiFailure(connectionFault(error, 'not_telegram'))
}
