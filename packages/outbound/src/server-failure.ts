import { outboundFailure, type OutboundFault } from './outbound-failure.ts'

/** Why a server failed, and how many seconds it asks to wait; null if it does not say. */
export type Failure<Fault extends string = string> = {
  readonly fault: Fault
  readonly retryAfterSeconds: number | null
}

/** Why a server did not serve a call. Contains nothing of the request, whose address may hold a token, or the response. */
export class ServerFailure<Fault extends string> extends Error implements Failure<Fault> {
  readonly fault: Fault
  readonly retryAfterSeconds: number | null

  constructor(server: string, { fault, retryAfterSeconds }: Failure<Fault>) {
    super(`${server} failed: ${fault}.`)
    this.name = new.target.name
    this.fault = fault
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** What is known of a server to which there is no connection. */
export type ConnectionFault = 'address_forbidden' | 'certificate_untrusted' | 'unreachable'

/** Does not distinguish why there is no connection: that would allow a scan of the network. */
const connectionFaults: Readonly<Record<OutboundFault, ConnectionFault | null>> = {
  aborted: 'unreachable',
  address_forbidden: 'address_forbidden',
  body_too_large: null,
  certificate_untrusted: 'certificate_untrusted',
  timed_out: 'unreachable',
  unreachable: 'unreachable',
}

/**
 * Classifies an error of a request or a socket. `other` is the fault of an unexpected server: its response exceeds the
 * limit.
 */
export const connectionFault = <Other extends string>(
  error: unknown,
  other: Other,
): ConnectionFault | Other => connectionFaults[outboundFailure(error).fault] ?? other

/** When to send again what a server did not take, if the server says so. */
export function retryOf(failure: ServerFailure<string>): {
  readonly retryAfterSeconds?: number
  readonly cause: Error
} {
  const { retryAfterSeconds } = failure
  return { ...(retryAfterSeconds !== null && { retryAfterSeconds }), cause: failure }
}
