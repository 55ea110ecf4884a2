import type { TeamChatBot, TeamChatFault } from '@ken/core/ports'
import { retryAfter, type OutboundGuard } from '@ken/outbound'
import { WebSocket, type RawData } from 'ws'
import { guardedServerUrl } from '../rest/server-url.ts'
import { teamChatFailure } from '../rest/team-chat-failure.ts'
import { bearerOf } from '../rest/v4-request.ts'

/** Why a socket ended, and whether its connection may be resumed. */
export type SocketEnd = {
  readonly fault: TeamChatFault
  readonly retryAfterSeconds: number | null
  readonly mayResume: boolean
}
export type ChatSocket = {
  readonly send: (message: object) => void
  /** Ends it without waiting for the server, which may be gone. */
  readonly end: (end: SocketEnd) => void
  readonly ended: Promise<SocketEnd>
}
type SocketHandlers = { readonly onOpen: () => void; readonly onText: (text: string) => void }

/** Valid posts come close to this: they are JSON in JSON. */
const frameBytesMax = 8 * 1024 * 1024
const handshakeWithinMs = 10_000

/**
 * Opens a WebSocket through the guard: with the token in the header, and without redirects, compression, proxy or
 * oversized frames. Throws `TeamChatFailure` for a forbidden address.
 */
export function openChatSocket(
  guard: OutboundGuard,
  bot: TeamChatBot,
  query: string,
  handlers: SocketHandlers,
): ChatSocket {
  const url = guardedServerUrl(guard, bot.baseUrl, `/api/v4/websocket${query}`)
  const socket = new WebSocket(url, {
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
  socket.on('open', handlers.onOpen)
  socket.on('message', (data: RawData, isBinary) => {
    // Servers send everything as text.
    if (!isBinary && socket.readyState === WebSocket.OPEN)
      handlers.onText((data as Buffer).toString())
  })
  socket.on('unexpected-response', (_, { statusCode = 0, headers }) => {
    const isFailing = statusCode === 429 || statusCode >= 500
    const fault = isFailing ? 'server_failing' : 'not_team_chat'
    end({ fault, retryAfterSeconds: retryAfter(headers['retry-after']), mayResume: false })
  })
  socket.on('error', (error) => {
    // An invalid or oversized frame would come again after resuming.
    const isFrame = 'code' in error && String(error.code).startsWith('WS_ERR_')
    end({
      fault: isFrame ? 'not_team_chat' : teamChatFailure(error).fault,
      retryAfterSeconds: null,
      mayResume: !isFrame,
    })
  })
  socket.on('close', () => end({ fault: 'unreachable', retryAfterSeconds: null, mayResume: true }))
  return { ended, end, send: (message) => socket.send(JSON.stringify(message), () => {}) }
}
