/** Why there is no complete response. */
export type OutboundFault =
  | 'aborted'
  | 'address_forbidden'
  | 'body_too_large'
  | 'certificate_untrusted'
  | 'timed_out'
  | 'unreachable'

/** An outbound request without a complete response. Its message holds nothing of the request or the response. */
export class OutboundFailure extends Error {
  readonly fault: OutboundFault
  /** The code of the innermost cause, such as `ECONNREFUSED`; else the name of that error, or the fault. */
  readonly code: string

  constructor(fault: OutboundFault, cause?: unknown) {
    super(`The outbound request failed: ${fault}.`, { cause })
    this.name = 'OutboundFailure'
    this.fault = fault
    this.code = cause === undefined ? fault : codeOf(cause)
  }
}

/** Codes of TLS for a certificate that this machine does not trust. */
const certificateCodes =
  /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_(GET|VERIFY|DECODE|DECRYPT)_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/

/** Classifies an error of `fetch`, of a request or of a socket. */
export function outboundFailure(error: unknown): OutboundFailure {
  if (error instanceof OutboundFailure) return error
  const isCertificate = certificateCodes.test(codeOf(error))
  return new OutboundFailure(isCertificate ? 'certificate_untrusted' : 'unreachable', error)
}

/** The code of the innermost cause. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no code'
  if (error.cause !== undefined) return codeOf(error.cause)
  // `fetch` sends nothing to the ports of some other protocols, and says so without a code.
  if (error.message === 'bad port') return 'BAD_PORT'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
