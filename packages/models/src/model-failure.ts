import type { OutboundFailure } from '@ken/outbound'

/** Why a model failed, in words that complete "the embedder failed:" and quote neither the request nor the response. */
export class ModelFailure extends Error {
  /** Whether the model refused only this text. `maybe` for a status that may mean either. */
  readonly isAboutText: boolean | 'maybe'

  constructor(
    reason: string,
    {
      isAboutText = false,
      cause,
    }: { readonly isAboutText?: boolean | 'maybe'; readonly cause?: unknown } = {},
  ) {
    super(reason, { cause })
    this.name = 'ModelFailure'
    this.isAboutText = isAboutText
  }
}

/** The reason of any error of a request to a model. */
export const reasonOf = (error: unknown): string =>
  error instanceof ModelFailure ? error.message : 'unknown error'

/** The failure of an HTTP status other than 2xx. */
export function statusFailure(status: number): ModelFailure {
  if (status === 401 || status === 403)
    return new ModelFailure(`it refuses the key (status ${status}): check the key`)
  if (status === 404)
    return new ModelFailure('the address or the model does not exist (status 404): check both')
  if (status === 429) return new ModelFailure('it limits requests (status 429)')
  if (status >= 300 && status < 400)
    return new ModelFailure(
      `it redirects (status ${status}), which is not followed: set the final address`,
    )
  // Some servers answer 500 to a text that is too long for the model.
  const isAboutText = status === 500 ? 'maybe' : [400, 413, 422].includes(status)
  return new ModelFailure(`it responded with status ${status}`, { isAboutText })
}

/**
 * The failure of a status of an answer model. The body decides between reasons that share a status, and appears in no
 * message: servers quote requests.
 */
export function refusalFailure(
  status: number,
  { hasKey, body }: { readonly hasKey: boolean; readonly body: string },
): ModelFailure {
  if ((status === 401 || status === 403) && !hasKey)
    return new ModelFailure(`it requires a key (status ${status}): set the key`)
  if (status === 404 && isAboutModel(body))
    return new ModelFailure(
      'it has no such model (status 404): check the name, or load the model on its server',
    )
  if (status === 404 || status === 405)
    return new ModelFailure(
      `there is no such API at its address (status ${status}): check the path, which usually ends in /v1`,
    )
  return statusFailure(status)
}

/** Whether an error of the API is about the model; a page of a server that knows no such path is not. */
function isAboutModel(body: string): boolean {
  try {
    const { error } = JSON.parse(body) as { readonly error?: unknown }
    return /model/i.test(JSON.stringify(error ?? ''))
  } catch {
    return false
  }
}

const networkReasons: { readonly [code: string]: string } = {
  ENOTFOUND: 'its host name is unknown: check the address',
  EAI_AGAIN: 'its host name cannot be resolved now: check the DNS of this machine',
  ECONNREFUSED: 'nothing listens at its address: start it, or check the port',
  BAD_PORT:
    'requests to its port, which is that of another protocol, are blocked: use another port',
  ECONNRESET: 'it closed the connection before its response was complete',
  UND_ERR_SOCKET: 'it closed the connection before its response was complete',
}

/** The failure of a request without a complete response. */
export function networkFailure(
  failure: OutboundFailure,
  { timeoutMs, bodyBytesMax }: { readonly timeoutMs: number; readonly bodyBytesMax: number },
): ModelFailure {
  if (failure.fault === 'timed_out')
    return new ModelFailure(`it did not respond within ${timeoutMs} ms`)
  if (failure.fault === 'body_too_large')
    return new ModelFailure(`its response exceeds ${bodyBytesMax / 1024 / 1024} MiB`)
  return new ModelFailure(
    networkReasons[failure.code] ?? `the connection failed (${failure.code})`,
    { cause: failure },
  )
}
