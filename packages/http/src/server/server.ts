import { once } from 'node:events'
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Ken } from '@ken/composition'
import { createApp } from '../app.ts'
import { errorFields } from '../errors/error-handler.ts'
import { refusals, type Refusal, type RefusalCode } from '../errors/refusal.ts'
import { cutOffStalled } from './cut-off-stalled.ts'
import { gracefulShutdown } from './graceful-shutdown.ts'
import { clientAddress } from '../request/client-address.ts'
import { clientNetworks, forwardedForOf } from '../request/client-networks.ts'
import { limitRequests } from './request-limits.ts'
import { requestListener } from './request-listener.ts'
import { noteWithheldBody } from '../request/read-body.ts'
import { isValidRequest } from '../request/valid-request.ts'
import { refreshCookie } from '../security/cookies/refresh-cookie.ts'
import { defaultLimits, type ServerLimits } from './server-limits.ts'
import { limitConnections } from './connection-limit.ts'
import type { Api } from '../api.ts'

export type { ServerLimits } from './server-limits.ts'

/** What to serve, and limits that differ from the defaults. */
export type HttpServerOptions = Pick<Api, 'log'> & {
  readonly ken: Api['ken'] & Pick<Ken, 'within'>
  readonly limits?: Partial<ServerLimits>
}

/** A listening server. */
export type RunningServer = {
  /** The actual port; differs from the configured one if that is 0. */
  readonly port: number
  /** The address and port, such as `127.0.0.1:8080` or `[::1]:8080`. */
  readonly listensOn: string
  /**
   * Shuts down: not ready any more, and for `leadMs` every response tells the client to reconnect. Then no new
   * connections; requests in flight may complete until `drainMs` are over, then they are cut off. Idempotent.
   */
  readonly close: () => Promise<void>
}

/**
 * Serves Ken on `config.host` and `config.port`. If it cannot listen there, it throws an error that says what to do.
 * Slow, greedy and malformed clients are cut off before a route runs.
 */
export async function startHttpServer({
  ken,
  log,
  limits: given,
}: HttpServerOptions): Promise<RunningServer> {
  const limits = { ...defaultLimits, ...given }
  const { host, port, trustedProxies } = ken.config
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: limits.headerBytesMax,
    requireHostHeader: false,
  })
  server.maxConnections = limits.socketsMax
  const { isTrusted } = clientAddress(trustedProxies)
  limitConnections(server, {
    socketsPerAddressMax: limits.socketsPerAddressMax,
    isExempt: (address) => isThisHost(address) || isTrusted(address),
  })

  const requests = limitRequests(server, limits)
  cutOffStalled(server, requests.inFlight, limits)
  const { isDraining, admit, close } = gracefulShutdown(server, requests.inFlight, log, limits)
  const refuse = refusals(ken.config, log)
  const respond = requestListener(createApp({ ken, log, isDraining }), log, refuse, limits)
  const networkOf = clientNetworks(trustedProxies)
  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    requests.begin(incoming, outgoing, (signal) =>
      admit(outgoing, () => {
        if (isValidRequest(incoming)) {
          const network = () => networkOf(incoming.socket.remoteAddress, forwardedForOf(incoming))
          void ken.within(signal, () => respond(incoming, outgoing), network)
        } else {
          const { remoteAddress } = incoming.socket
          const refusal = refuse('http.malformed_request', remoteAddress)
          outgoing.writeHead(refusal.status, refusal.headers).end(refusal.body)
        }
      }),
    )
  server.on('request', onRequest)
  // Unknown expectations may be ignored, and Node's own response would lack Ken's headers.
  server.on('checkExpectation', onRequest)
  // A body is asked for only when it is read: a refused request does not send it.
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    noteWithheldBody(incoming, outgoing)
    onRequest(incoming, outgoing)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const isResponding = requests.inFlight.some(
      ({ response }) => response.socket === socket && response.headersSent,
    )
    if (isResponding || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
    } else {
      const code = clientErrorCodes[error.code ?? ''] ?? 'http.malformed_request'
      writeRefusal(socket, refuse(code, socket.remoteAddress))
    }
  })

  await listen(server, host, port)
  warnOfPlainCookie({ ken, log })
  // Without this listener, one failed `accept` would end the process.
  server.on('error', (error) => log.error('http.failed', errorFields(error)))
  const { address, family, port: boundPort } = server.address() as AddressInfo
  const listensOn = `${family === 'IPv6' ? `[${address}]` : address}:${boundPort}`
  return { port: boundPort, listensOn, close }
}

function warnOfPlainCookie({ ken, log }: Pick<Api, 'ken' | 'log'>): void {
  const { baseUrl } = ken.config
  if (refreshCookie(baseUrl).isSecure) return
  const remedy =
    'Serve Ken with https and set KEN_BASE_URL to that address: on plain http, anyone on the network can steal a session.'
  log.warn('http.refresh_cookie_unprotected', { base_url: baseUrl, remedy })
}

const clientErrorCodes: { readonly [code: string]: RefusalCode } = {
  HPE_HEADER_OVERFLOW: 'http.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'http.request_timeout',
}

/** Writes a refusal directly to a socket without a response object, and closes it. */
function writeRefusal(socket: Socket, { status, headers, body }: Refusal): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Date: ${new Date().toUTCString()}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new Error(
      listenErrors[code]?.(host, port) ?? `Cannot listen on ${host}, port ${port} (${code}).`,
      { cause: error },
    )
  }
}

const listenErrors: { readonly [code: string]: (host: string, port: number) => string } = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is in use by another program. End that program, or set KEN_PORT to a free port.`,
  EACCES: (_host, port) =>
    `Listening on port ${port} is not permitted. Set KEN_PORT to a port above 1023.`,
  EADDRNOTAVAIL: (host) =>
    `This machine has no address ${host}. Set KEN_HOST to one it has, or to 0.0.0.0 for all.`,
  ENOTFOUND: (host) => `The host name ${host} is unknown. Correct KEN_HOST.`,
}

/** Whether a peer is this host itself: a reverse proxy, or an operator. */
const isThisHost = (address: string): boolean => address === '127.0.0.1' || address === '::1'
