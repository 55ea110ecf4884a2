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
    const cause = error instanceof Error ? error.cause : null
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : null
    if (reason !== null && !unreachable.has(reason)) {
      throw new CommandFailed(
        `The server at ${url} responded, but it is not Ken (${reason}). Set Ken's address with --url.`,
      )
    }
    const words = `Nothing responds at ${url}${reason === null ? '' : ` (${reason})`}`
    throw new CommandFailed(`${words}. Set Ken's address with --url, or start it with: ken start`, {
      code: 'unavailable',
    })
  } finally {
    if (isStream) clearTimeout(timer)
    else timer.unref()
  }
}
