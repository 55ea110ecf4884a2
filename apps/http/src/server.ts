import { once } from 'node:events'
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Ken } from '@ken/composition'
import { createApp } from './app.ts'
import { errorFields } from './errors/answer-error.ts'
import { refusals, type Refusal, type RefusalCode } from './errors/refusal.ts'
import { gracefulEnd } from './graceful-end.ts'
import { canonicalAddress, clientAddress } from './request/client-address.ts'
import { boundRequests } from './request-bounds.ts'
import { isSoundRequest } from './request/sound-request.ts'
import { refreshCookie } from './security/refresh-cookie.ts'
import { defaultLimits, type ServerLimits } from './server-limits.ts'
import { capSockets } from './socket-cap.ts'
import type { Surface } from './surface.ts'

export type { ServerLimits } from './server-limits.ts'

/** What is served, and limits that differ from the usual ones. */
export type HttpServerOptions = Pick<Surface, 'log'> & {
  readonly ken: Surface['ken'] & Pick<Ken, 'within'>
  readonly limits?: Partial<ServerLimits>
}

/** A server that listens. */
export type RunningServer = {
  /** The port that is listened on; another than configured when that was 0. */
  readonly port: number
  /** Address and port that are listened on, such as `127.0.0.1:8080` or `[::1]:8080`. */
  readonly listensOn: string
  /**
   * Ends the server: not ready any more, and for `leadMs` every answer says to connect elsewhere; then no
   * new connections, idle ones closed, requests in flight answered until `drainMs` are over, and the
   * rest is cut. Idempotent.
   */
  readonly close: () => Promise<void>
}

/**
 * Serves Ken on `config.host` and `config.port`. Throws an error that says what to do when it cannot
 * listen there. Slow, greedy and malformed clients are cut off before a route sees them (R76, R77, R90).
 */
export async function startHttpServer({ ken, log, limits: given }: HttpServerOptions): Promise<RunningServer> {
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
  capSockets(server, {
    socketsPerAddressMax: limits.socketsPerAddressMax,
    isExempt: (address) => isThisHost(address) || isTrusted(address),
  })

  const requests = boundRequests(server, limits)
  const { isDraining, admit, close } = gracefulEnd(server, requests.underWay, log, limits)
  const refuse = refusals(ken.config)
  const logRefusal = ({ status }: Refusal, { remoteAddress = '' }: Socket) =>
    log.info('http.refused', { status, address: canonicalAddress(remoteAddress) })
  const answer = requestListener({ ken, log, isDraining }, refuse)
  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    requests.begin(incoming.socket, outgoing, (signal) =>
      admit(outgoing, () => {
        if (isSoundRequest(incoming)) {
          void ken.within(signal, () => answer(incoming, outgoing))
        } else {
          const refusal = refuse('http.malformed_request')
          outgoing.writeHead(refusal.status, refusal.headers).end(refusal.body)
          logRefusal(refusal, incoming.socket)
        }
      }),
    )
  server.on('request', onRequest)
  // An expectation that nobody knows may be ignored, and Node's own answer would lack our headers.
  server.on('checkExpectation', onRequest)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const answered = requests.underWay.keys().some((response) => response.socket === socket && response.headersSent)
    if (answered || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
    } else {
      const refusal = refuse(clientErrorCodes[error.code ?? ''] ?? 'http.malformed_request')
      writeRefusal(socket, refusal)
      logRefusal(refusal, socket)
    }
  })

  await listen(server, host, port)
  warnOfPlainCookie({ ken, log })
  // Without a listener, one connection that cannot be accepted would end the process.
  server.on('error', (error) => log.error('http.failed', errorFields(error)))
  const { address, family, port: boundPort } = server.address() as AddressInfo
  const listensOn = `${family === 'IPv6' ? `[${address}]` : address}:${boundPort}`
  return { port: boundPort, listensOn, close }
}

function warnOfPlainCookie({ ken, log }: Pick<Surface, 'ken' | 'log'>): void {
  const { baseUrl } = ken.config
  if (refreshCookie(baseUrl).isSecure) return
  const remedy =
    'Serve Ken behind https and set KEN_BASE_URL to that address: on plain http anybody on the way can take a session.'
  log.warn('http.refresh_cookie_unprotected', { base_url: baseUrl, remedy })
}

/** The app behind a socket. Reports what it throws, and what the web-standard request cannot express. */
const requestListener = (surface: Pick<Surface, 'ken' | 'log' | 'isDraining'>, refuse: (code: RefusalCode) => Refusal) =>
  getRequestListener(createApp(surface).fetch, {
    hostname: 'localhost',
    errorHandler: (error) => {
      const malformed = error instanceof RequestError
      if (!malformed) surface.log.error('http.failed', errorFields(error))
      const { status, headers, body } = refuse(malformed ? 'http.malformed_request' : 'http.internal')
      return new Response(body, { status, headers })
    },
  })

const clientErrorCodes: { readonly [code: string]: RefusalCode } = {
  HPE_HEADER_OVERFLOW: 'http.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'http.request_timeout',
}

/** Answers where there is no response object, and hangs up. */
function writeRefusal(socket: Socket, { status, headers, body }: Refusal): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
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
    throw new Error(listenErrors[code]?.(host, port) ?? `Cannot listen on ${host}, port ${port} (${code}).`, { cause: error })
  }
}

const listenErrors: { readonly [code: string]: (host: string, port: number) => string } = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is in use by another program. End that program, or set KEN_PORT to a free port.`,
  EACCES: (_host, port) => `Listening on port ${port} is not permitted. Set KEN_PORT to a port above 1023.`,
  EADDRNOTAVAIL: (host) => `This machine has no address ${host}. Set KEN_HOST to one it has, or to 0.0.0.0 for all.`,
  ENOTFOUND: (host) => `The host name ${host} is unknown. Correct KEN_HOST.`,
}

/** Whoever connects from this very machine: a reverse proxy, or the people who run Ken. */
const isThisHost = (address: string): boolean => address === '127.0.0.1' || address === '::1'
