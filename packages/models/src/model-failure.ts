/**
 * Why a model gave nothing of use, in words that complete "the embedder failed:" and quote neither what it was sent nor
 * what it answered.
 */
export class ModelFailure extends Error {
  /** The model refused this text; it may well answer the next one. `maybe` where it blames itself. */
  readonly isAboutText: boolean | 'maybe'

  constructor(
    reason: string,
    { isAboutText = false, cause }: { readonly isAboutText?: boolean | 'maybe'; readonly cause?: unknown } = {},
  ) {
    super(reason, { cause })
    this.name = 'ModelFailure'
    this.isAboutText = isAboutText
  }
}

/** What to say of whatever a request to a model threw. */
export const reasonOf = (error: unknown): string =>
  error instanceof ModelFailure ? error.message : 'it failed in an unknown way'

/** The failure that an HTTP status other than 2xx means. */
export function statusFailure(status: number): ModelFailure {
  if (status === 401 || status === 403) return new ModelFailure(`it refuses the key (status ${status}): check the key`)
  if (status === 404) return new ModelFailure('it knows no such address or model (status 404): check both')
  if (status === 429) return new ModelFailure('it wants fewer requests (status 429)')
  if (status >= 300 && status < 400)
    return new ModelFailure(`it redirects (status ${status}), which is not followed: give the final address`)
  // Some servers answer 500 to a text that is too long for the model.
  const isAboutText = status === 500 ? 'maybe' : [400, 413, 422].includes(status)
  return new ModelFailure(`it answered with status ${status}`, { isAboutText })
}

const networkReasons: { readonly [code: string]: string } = {
  ENOTFOUND: 'its host name is unknown: check the address',
  EAI_AGAIN: 'its host name cannot be looked up now: check the DNS of this machine',
  ECONNREFUSED: 'nothing listens at its address: start it or check the port',
  ECONNRESET: 'it closed the connection without an answer',
  UND_ERR_SOCKET: 'it closed the connection without an answer',
}

/** The failure that an error of `fetch` means. */
export function networkFailure(error: unknown, timeoutMs: number): ModelFailure {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new ModelFailure(`it did not answer within ${timeoutMs} ms`)
  const code = codeOf(error)
  return new ModelFailure(networkReasons[code] ?? `the connection failed (${code})`, { cause: error })
}

/** The code of the innermost cause that has one. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no code'
  if (error.cause !== undefined) return codeOf(error.cause)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
