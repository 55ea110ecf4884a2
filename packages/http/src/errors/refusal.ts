import { randomUUID } from 'node:crypto'
import { securityHeaders } from '../security/security-headers.ts'
import { renderProblem } from './problems.ts'

/** Refusals by the server itself, before a route runs. */
export type RefusalCode =
  | 'http.malformed_request'
  | 'http.headers_too_large'
  | 'http.request_timeout'
  | 'http.internal'

/** A response to a request that reached no route, with the same headers as any other. */
export type Refusal = {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

/** Creates refusals for a configuration. */
export function refusals(
  config: Parameters<typeof securityHeaders>[0],
): (code: RefusalCode) => Refusal {
  const common = Object.fromEntries(securityHeaders(config))
  return (code) => {
    const requestId = randomUUID()
    const { status, headers, body } = renderProblem({ code }, requestId)
    const length = String(Buffer.byteLength(body))
    return {
      status,
      body,
      headers: {
        ...common,
        ...headers,
        'X-Request-Id': requestId,
        'Content-Length': length,
        Connection: 'close',
      },
    }
  }
}
