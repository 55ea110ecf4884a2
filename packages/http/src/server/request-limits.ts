import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isBodyWithheld } from '../request/read-body.ts'

export type RequestLimits = {
  /** Concurrent requests per connection; the rest of a pipeline waits in the socket. */
  readonly requestsPerSocketMax: number
  /** From the end of the request to the beginning of the response. */
  readonly responseStartMs: number
}

/** The requests of a server, each until its response is sent or its client disconnects. */
export type LimitedRequests = {
  /** Starts a request once its connection has a free slot; `signal` aborts it. */
  readonly begin: (
    incoming: IncomingMessage,
    response: ServerResponse,
    proceed: (signal: AbortSignal) => void,
  ) => void
  readonly inFlight: readonly RequestInFlight[]
}

export type RequestInFlight = { readonly response: ServerResponse }
type Request = RequestInFlight & {
  readonly incoming: IncomingMessage
  readonly ending: AbortController
  lateAt: number
  isLate: boolean
}
type Connection = { readonly requests: Request[]; readonly waiting: (() => void)[] }

const checkMs = 250

const isBodyArriving = (incoming: IncomingMessage): boolean =>
  !incoming.complete && incoming.readableLength === 0 && !isBodyWithheld(incoming)

/** Until when a response may begin although its request is late. */
const extended = new WeakMap<ServerResponse, number>()

/** Lets a response begin this much later than others may, because it waits for a slow service. */
export const extendResponseStart = (response: ServerResponse, milliseconds: number): void =>
  void extended.set(response, performance.now() + milliseconds)

/**
 * Removes an item from a short list. Requests are in lists, because a `Map` or `Set` replaces its table every few
 * additions, and V8 keeps the old tables until it collects the whole heap, with every request that was in them.
 */
function remove<Item>(list: Item[], item: Item): void {
  const position = list.indexOf(item)
  if (position >= 0) list.splice(position, 1)
}

/**
 * Limits the concurrent requests of a connection, and the time of each request. The signal of a request aborts when its
 * client disconnects or its response does not begin in time. Node keeps the order of responses.
 */
export function limitRequests(
  server: Server,
  { requestsPerSocketMax, responseStartMs }: RequestLimits,
): LimitedRequests {
  const connections = new WeakMap<Socket, Connection>()
  const inFlight: Request[] = []
  const timer = setInterval(() => {
    const now = performance.now()
    for (const request of inFlight) {
      // Node limits the time of a body that arrives slowly. A body that waits to be read is not late: the server is.
      if (isBodyArriving(request.incoming)) request.lateAt = now + responseStartMs
      if (now < request.lateAt) continue
      if (now < (extended.get(request.response) ?? 0)) continue
      if (!request.isLate && !request.response.headersSent) request.ending.abort()
      request.isLate = true
    }
  }, checkMs).unref()
  server.once('close', () => clearInterval(timer))

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const connection: Connection = { requests: [], waiting: [] }
    connections.set(socket, connection)
    // Node resumes reading by itself, for instance after reading a request body.
    socket.on('resume', () => connection.waiting.length > 0 && socket.pause())
    socket.once('close', () => {
      connection.waiting.length = 0
      for (const { ending } of connection.requests) ending.abort()
    })
    return connection
  }

  return {
    inFlight,
    begin(incoming, response, proceed) {
      const { socket } = incoming
      const { requests, waiting } = connectionOf(socket)
      const start = () => {
        const request = {
          incoming,
          response,
          ending: new AbortController(),
          lateAt: performance.now() + responseStartMs,
          isLate: false,
        }
        requests.push(request)
        inFlight.push(request)
        response.on('close', () => {
          remove(requests, request)
          remove(inFlight, request)
          if (!response.writableFinished) request.ending.abort()
          waiting.shift()?.()
          if (waiting.length === 0 && socket.isPaused()) socket.resume()
        })
        proceed(request.ending.signal)
      }
      if (requests.length < requestsPerSocketMax && waiting.length === 0) {
        start()
      } else {
        waiting.push(start)
        socket.pause()
      }
    },
  }
}
