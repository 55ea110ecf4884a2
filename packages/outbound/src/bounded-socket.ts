import { WebSocket, type RawData } from 'ws'
import { outboundFailure, type OutboundFault } from './outbound-failure.ts'
import type { OutboundGuard } from './outbound-guard.ts'
import { retryAfter } from './retry-after.ts'

export type BoundedSocketRequest = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly guard: OutboundGuard
  readonly frameBytesMax: number
  readonly handshakeTimeoutMs: number
  readonly onOpen?: () => void
  readonly onText: (text: string) => void
  readonly onPong?: () => void
}

/**
 * Why a socket ended. `refused`: the server responded with a status instead. `frame_invalid`: it sent an invalid or oversized
 * frame, and would send it again. `closed`: by either side.
 */
export type SocketEnd =
  | { readonly reason: 'closed' }
  | { readonly reason: 'frame_invalid' }
  | { readonly reason: 'failed'; readonly fault: OutboundFault }
  | {
      readonly reason: 'refused'
      readonly status: number
      readonly retryAfterSeconds: number | null
    }

export type BoundedSocket = {
  /** Sends a value as JSON. What cannot be sent any more is discarded. */
  readonly send: (message: object) => void
  readonly ping: () => void
  /** Ends it without waiting for the server, which may be gone. */
  readonly terminate: () => void
  readonly ended: Promise<SocketEnd>
}

/**
 * Opens a WebSocket through the guard, without redirects, compression, proxy or oversized frames. Throws `OutboundFailure`
 * for a forbidden address.
 */
export function boundedSocket(request: BoundedSocketRequest): BoundedSocket {
  const { url, headers, guard, onText } = request
  guard.checkUrl(url)
  const socket = new WebSocket(url, {
    headers,
    lookup: guard.lookup,
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: request.frameBytesMax,
    handshakeTimeout: request.handshakeTimeoutMs,
  })
  const { promise: ended, resolve } = Promise.withResolvers<SocketEnd>()
  const end = (how: SocketEnd) => {
    resolve(how)
    socket.terminate()
  }
  socket.on('open', () => request.onOpen?.())
  socket.on('pong', () => request.onPong?.())
  socket.on('message', (data: RawData, isBinary) => {
    // Servers send everything as text.
    if (!isBinary && socket.readyState === WebSocket.OPEN) onText((data as Buffer).toString()) // The type of its default.
  })
  socket.on('unexpected-response', (_, { statusCode: status = 0, headers: received }) =>
    end({
      reason: 'refused',
      status,
      retryAfterSeconds: retryAfter(received['retry-after']),
    }),
  )
  socket.on('error', (error) => {
    const isFrame = 'code' in error && String(error.code).startsWith('WS_ERR_')
    end(
      isFrame
        ? { reason: 'frame_invalid' }
        : { reason: 'failed', fault: outboundFailure(error).fault },
    )
  })
  socket.on('close', () => end({ reason: 'closed' }))
  return {
    ended,
    send: (message) => socket.send(JSON.stringify(message), () => {}),
    ping: () => {
      if (socket.readyState === WebSocket.OPEN) socket.ping()
    },
    terminate: () => end({ reason: 'closed' }),
  }
}
