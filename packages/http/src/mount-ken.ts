import type { Ken } from '@ken/composition'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createApp } from './app.ts'
import { refusals } from './errors/refusal.ts'
import { requestListener } from './server/request-listener.ts'
import { clientNetworks, forwardedForOf } from './request/client-networks.ts'
import { peerOf } from './request/incoming.ts'
import { isValidRequest } from './request/valid-request.ts'
import type { Api } from './api.ts'

/** The origin of a web-standard request. Without either field, all requests count as one client. */
export type RequestSource = {
  /** The request of Node.js; its socket and the trusted proxies determine the client. */
  readonly incoming?: IncomingMessage
  /** The IP address of the client, as verified by the portal. */
  readonly address?: string | null
}

/** Ken below a path of another program, the portal. */
export type MountedKen = {
  /** Serves a web-standard request with its whole URL. */
  readonly fetch: (request: Request, source?: RequestSource) => Promise<Response>
  /** Serves a request of Node.js with an unread body. Also usable as an Express handler. */
  readonly listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  /** From now on `readyz` reports that this process is stopping. */
  readonly drain: () => void
}

/** What to mount. */
export type MountOptions = Pick<Api, 'log'> &
  Partial<Pick<Api, 'console'>> & {
    readonly ken: Api['ken'] & Pick<Ken, 'within'>
  }

/**
 * Mounts Ken in a portal, below the path of `config.baseUrl`: with `https://portal.example.com/ken`, requests to `/ken`
 * and `/ken/…` belong to Ken; any other path is not found. Limits on connections and slow clients are the portal's.
 */
export function mountKen({ ken, ...options }: MountOptions): MountedKen {
  let draining = false
  const app = createApp({ ken, ...options, isDraining: () => draining, isMounted: true })
  const refuse = refusals(ken.config, options.log)
  const respond = requestListener(app, options.log, refuse)
  const networkOf = clientNetworks(ken.config.trustedProxies)
  return {
    fetch: (request, source = {}) =>
      ken.within(
        request.signal,
        async () => app.fetch(request, source),
        () => networkOf(peerOf(source), request.headers.get('x-forwarded-for') ?? undefined),
      ),
    listener: (incoming, outgoing) => {
      if (!isValidRequest(incoming)) {
        const { status, headers, body } = refuse(
          'http.malformed_request',
          incoming.socket.remoteAddress,
        )
        outgoing.writeHead(status, headers).end(body)
        return
      }
      const ending = new AbortController()
      outgoing.once('close', () => ending.abort())
      const network = () => networkOf(incoming.socket.remoteAddress, forwardedForOf(incoming))
      void ken.within(ending.signal, () => respond(incoming, outgoing), network)
    },
    drain: () => {
      draining = true
    },
  }
}
