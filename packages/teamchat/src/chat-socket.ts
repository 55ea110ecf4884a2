import type { TeamChatBot, TeamChatFault } from '@ken/core/ports'
import { WebSocket, type RawData } from 'ws'
import { failureOf } from './exchange.ts'
import type { OutboundGuard } from './outbound-guard.ts'
import { retryAfter } from './retry-after.ts'
import { bearerOf } from './v4-request.ts'

/** Why a socket ended, and whether the connection on it may be taken up where it stopped. */
export type SocketEnd = {
  readonly fault: TeamChatFault
  readonly retryAfterSeconds: number | null
  readonly mayResume: boolean
}
export type ChatSocket = {
  readonly send: (message: object) => void
  /** Ends it without waiting for the other side, which may be gone. */
  readonly end: (end: SocketEnd) => void
  readonly ended: Promise<SocketEnd>
}
type Heard = { readonly opened: () => void; readonly text: (text: string) => void }

/** Lawful posts come near: they are JSON in JSON. */
const frameBytesMax = 8 * 1024 * 1024
const handshakeWithinMs = 10_000

/**
 * Opens a WebSocket through the guard: the token in the header, no redirect, no compression, no proxy, and no frame
 * that is too large. Throws `TeamChatFailure` for an address that is never connected to.
 */
export function openChatSocket(guard: OutboundGuard, bot: TeamChatBot, query: string, heard: Heard): ChatSocket {
  const socket = new WebSocket(guard.urlOf(bot.baseUrl, `/api/v4/websocket${query}`), {
    headers: { authorization: bearerOf(bot), 'user-agent': 'ken' },
    lookup: guard.lookup,
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: frameBytesMax,
    handshakeTimeout: handshakeWithinMs,
  })
  const { promise: ended, resolve } = Promise.withResolvers<SocketEnd>()
  const end = (how: SocketEnd) => {
    resolve(how)
    socket.terminate()
  }
  socket.on('open', heard.opened)
  socket.on('message', (data: RawData, isBinary) => {
    // Servers tell everything as text.
    if (!isBinary && socket.readyState === WebSocket.OPEN) heard.text((data as Buffer).toString())
  })
  socket.on('unexpected-response', (_, { statusCode = 0, headers }) => {
    const isFailing = statusCode === 429 || statusCode >= 500
    const fault = isFailing ? 'server_failing' : 'not_team_chat'
    end({ fault, retryAfterSeconds: retryAfter(headers['retry-after']), mayResume: false })
  })
  socket.on('error', (error) => {
    // A frame that breaks the protocol, or is too large, would come again with the rest of what was missed.
    const isFrame = 'code' in error && String(error.code).startsWith('WS_ERR_')
    end({ fault: isFrame ? 'not_team_chat' : failureOf(error).fault, retryAfterSeconds: null, mayResume: !isFrame })
  })
  socket.on('close', () => end({ fault: 'unreachable', retryAfterSeconds: null, mayResume: true }))
  return { ended, end, send: (message) => socket.send(JSON.stringify(message), () => {}) }
}
