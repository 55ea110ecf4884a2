import type { Log } from '@ken/core/ports'
import { randomUUID } from 'node:crypto'
import { canonicalAddress } from '../request/client-address.ts'
import { mountPathOf } from '../request/mount-path.ts'
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
  readonly requestId: string
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

/** Creates a refusal, and logs it under its id unless it is a failure of Ken. `peer` is the address of the socket. */
export type Refuse = (code: RefusalCode, peer?: string) => Refusal

/** Creates refusals for a configuration. */
export function refusals(config: Parameters<typeof securityHeaders>[0], log: Log): Refuse {
  const common = Object.fromEntries(securityHeaders(config))
  const mountPath = mountPathOf(config.baseUrl)
  return (code, peer = '') => {
    const requestId = randomUUID()
    const { status, headers, body } = renderProblem({ code }, { requestId, mountPath })
    const length = String(Buffer.byteLength(body))
    if (status < 500)
      log.info('http.refused', {
        request_id: requestId,
        status,
        address: canonicalAddress(peer),
      })
    return {
      requestId,
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
