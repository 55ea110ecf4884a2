import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type BoundsOptions = {
  /** Requests of one connection that are served at a time; the rest of a pipeline waits in the socket. */
  readonly requestsPerSocketMax: number
  /** From the end of the headers of a request to the beginning of its answer. */
  readonly answerMs: number
}

/** The requests of a server, each from its beginning until its answer was sent or its client has gone. */
export type BoundedRequests = {
  /** Begins a request when its connection may have another, with a signal for its end. */
  readonly begin: (socket: Socket, response: ServerResponse, proceed: (signal: AbortSignal) => void) => void
  readonly underWay: ReadonlyMap<ServerResponse, unknown>
}

type Request = { readonly ending: AbortController; readonly lateAt: number; isLate: boolean }
type Connection = { readonly requests: Set<Request>; readonly waiting: (() => void)[] }

const checkMs = 250

/**
 * Keeps requests within bounds: few at a time of one connection, and none without an end. Its signal aborts when its
 * client hangs up, or when it has taken too long to answer. The order of answers is Node's.
 */
export function boundRequests(server: Server, { requestsPerSocketMax, answerMs }: BoundsOptions): BoundedRequests {
  const connections = new WeakMap<Socket, Connection>()
  const underWay = new Map<ServerResponse, Request>() // in the order in which they will be late
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [response, request] of underWay) {
      if (now < request.lateAt) return
      if (!request.isLate && !response.headersSent) request.ending.abort()
      request.isLate = true
    }
  }, checkMs).unref()
  server.once('close', () => clearInterval(timer))

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const connection: Connection = { requests: new Set(), waiting: [] }
    connections.set(socket, connection)
    // Node reads on by itself, for instance when the body of a request was read.
    socket.on('resume', () => connection.waiting.length > 0 && socket.pause())
    socket.once('close', () => {
      connection.waiting.length = 0
      for (const { ending } of connection.requests) ending.abort()
    })
    return connection
  }

  return {
    underWay,
    begin(socket, response, proceed) {
      const { requests, waiting } = connectionOf(socket)
      const start = () => {
        const request = { ending: new AbortController(), lateAt: performance.now() + answerMs, isLate: false }
        requests.add(request)
        underWay.set(response, request)
        response.on('close', () => {
          requests.delete(request)
          underWay.delete(response)
          if (!response.writableFinished) request.ending.abort()
          waiting.shift()?.()
          if (waiting.length === 0 && socket.isPaused()) socket.resume()
        })
        proceed(request.ending.signal)
      }
      if (requests.size < requestsPerSocketMax && waiting.length === 0) {
        start()
      } else {
        waiting.push(start)
        socket.pause()
      }
    },
  }
}
