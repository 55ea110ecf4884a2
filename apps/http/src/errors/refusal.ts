import { randomUUID } from 'node:crypto'
import { securityHeaders } from '../security/security-headers.ts'
import { renderProblem } from './problems.ts'

/** What the server refuses by itself. */
export type RefusalCode = 'http.malformed_request' | 'http.headers_too_large' | 'http.request_timeout' | 'http.internal'

/** An answer to what never reached a route, with the same headers as any other. */
export type Refusal = { readonly status: number; readonly headers: { readonly [name: string]: string }; readonly body: string }

/** Makes refusals for a service that is configured like this. */
export function refusals(config: Parameters<typeof securityHeaders>[0]): (code: RefusalCode) => Refusal {
  const common = Object.fromEntries(securityHeaders(config))
  return (code) => {
    const requestId = randomUUID()
    const { status, headers, body } = renderProblem({ code }, requestId)
    const length = String(Buffer.byteLength(body))
    return {
      status,
      body,
      headers: { ...common, ...headers, 'X-Request-Id': requestId, 'Content-Length': length, Connection: 'close' },
    }
  }
}
