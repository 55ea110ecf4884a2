import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type BoundsOptions = {
  /** Requests of one connection that are served at a time; the rest of a pipeline waits in the socket. */
  readonly requestsPerSocketMax: number
  /** From the end of the headers of a request to the beginning of its answer. */
  readonly answerMs: number
}

/** Begins a request when its connection may have another, with a signal for its end. */
export type Bounded = (socket: Socket, response: ServerResponse, proceed: (signal: AbortSignal) => void) => void

type UnderWay = { readonly response: ServerResponse; readonly ending: AbortController; readonly lateAt: number }
type Connection = { readonly underWay: Set<UnderWay>; readonly waiting: (() => void)[] }

const checkMs = 250

/**
 * Keeps requests within bounds: few at a time of one connection, and none without an end. Its signal aborts when its
 * client hangs up, or when it has taken too long to answer. The order of answers is Node's.
 */
export function boundRequests(server: Server, { requestsPerSocketMax, answerMs }: BoundsOptions): Bounded {
  const connections = new WeakMap<Socket, Connection>()
  const all = new Set<UnderWay>() // in the order in which they will be late
  const timer = setInterval(() => {
    const now = performance.now()
    for (const request of all) {
      if (now < request.lateAt) return
      all.delete(request)
      if (!request.response.headersSent) request.ending.abort()
    }
  }, checkMs).unref()
  server.once('close', () => clearInterval(timer))

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const connection: Connection = { underWay: new Set(), waiting: [] }
    connections.set(socket, connection)
    // Node reads on by itself, for instance when the body of a request was read.
    socket.on('resume', () => connection.waiting.length > 0 && socket.pause())
    socket.once('close', () => {
      connection.waiting.length = 0
      for (const { ending } of connection.underWay) ending.abort()
    })
    return connection
  }

  return (socket, response, proceed) => {
    const { underWay, waiting } = connectionOf(socket)
    const begin = () => {
      const request = { response, ending: new AbortController(), lateAt: performance.now() + answerMs }
      underWay.add(request)
      all.add(request)
      response.once('close', () => {
        underWay.delete(request)
        all.delete(request)
        if (!response.writableFinished) request.ending.abort()
        waiting.shift()?.()
        if (waiting.length === 0 && socket.isPaused()) socket.resume()
      })
      proceed(request.ending.signal)
    }
    if (underWay.size < requestsPerSocketMax && waiting.length === 0) {
      begin()
    } else {
      waiting.push(begin)
      socket.pause()
    }
  }
}
