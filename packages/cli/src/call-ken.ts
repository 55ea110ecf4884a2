import { CommandFailed } from './command-failed.ts'

/** Error codes of a connection that could not be opened. */
const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Error codes of a connection that the other side ended. */
const closed: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

/** By the error code; otherwise its authority is unknown. */
const certificateAdvice: { readonly [code: string]: string } = {
  CERT_HAS_EXPIRED: 'Renew it on the server.',
  CERT_NOT_YET_VALID: 'Check the clocks of both machines.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Use the host name that it is for.',
}

export type Patience = {
  /** Until the response begins, and to its end unless it is a stream. */
  readonly patienceMs: number
  readonly isStream?: boolean
}

/** Sends a request to a running Ken. Without any response the command fails with advice. */
export async function callKen(
  url: string,
  path: string,
  request: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  { patienceMs, isStream = false }: Patience,
): Promise<Response> {
  const patience = new AbortController()
  const timer = setTimeout(
    () => patience.abort(new DOMException('Too late.', 'TimeoutError')),
    patienceMs,
  )

  try {
    return await fetch(url + path, {
      ...request,
      // A redirect could send the key elsewhere or lose the query.
      redirect: 'manual',
      signal: patience.signal,
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new CommandFailed(
        `${url} did not respond within ${patienceMs / 1_000} s. Try again, or look at its logs.`,
        {
          code: 'unavailable',
        },
      )
    }
    throw notReached(url, error)
  } finally {
    if (isStream) clearTimeout(timer)
    else timer.unref()
  }
}

/** The JSON of a response; null if it is something else. If the response ends early, the command fails with advice. */
export async function jsonOf(url: string, response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw new CommandFailed(`The response of ${url} ended early. Try again, or look at its logs.`, {
      code: 'unavailable',
    })
  }
}

/** Empty if the response is not that of a web server; null without any. */
function codeOf(cause: unknown): string | null {
  if (!(cause instanceof Error && 'code' in cause)) return null
  return typeof cause.code === 'string' ? cause.code : ''
}

/** Why there is no response, and what to do. */
function notReached(url: string, error: unknown): CommandFailed {
  const cause = error instanceof Error ? error.cause : null
  const code = codeOf(cause)
  if (code === null || unreachable.has(code)) {
    const words = `Nothing responds at ${url}${code === null ? '' : ` (${code})`}`
    return new CommandFailed(
      `${words}. Set Ken's address with --url, or start it with: ken start`,
      { code: 'unavailable' },
    )
  }
  if (closed.has(code))
    return new CommandFailed(
      `The server at ${url} closed the connection before it responded. Try again, look at its logs, or check whether its address starts with https://.`,
      { code: 'unavailable' },
    )
  if (untrusted.test(code))
    return new CommandFailed(
      `The certificate of ${url} is not trusted (${code}). ${certificateAdvice[code] ?? 'Set NODE_EXTRA_CA_CERTS to the certificate of its authority.'}`,
    )
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return new CommandFailed(
      `The server at ${url} does not use TLS. Use an address that starts with http://.`,
    )
  return new CommandFailed(
    `The server at ${url} responded, but it is not Ken${code === '' ? '' : ` (${code})`}. Set Ken's address with --url.`,
  )
}
