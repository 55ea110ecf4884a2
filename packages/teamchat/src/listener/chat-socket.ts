import type { TeamChatBot, TeamChatFault } from '@ken/core/ports'
import {
  boundedSocket,
  OutboundFailure,
  type OutboundGuard,
  type SocketEnd as BoundedEnd,
} from '@ken/outbound'
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
const handshakeTimeoutMs = 10_000

/** Opens a WebSocket with the token in the header. Throws `TeamChatFailure` for a forbidden address. */
export function openChatSocket(
  guard: OutboundGuard,
  bot: TeamChatBot,
  query: string,
  handlers: SocketHandlers,
): ChatSocket {
  const url = guardedServerUrl(guard, bot.baseUrl, `/api/v4/websocket${query}`)
  const headers = { authorization: bearerOf(bot), 'user-agent': 'ken' }
  const limits = { frameBytesMax, handshakeTimeoutMs }
  const socket = boundedSocket({ url, headers, guard, ...limits, ...handlers })
  const { promise: ended, resolve } = Promise.withResolvers<SocketEnd>()
  void socket.ended.then((end) => resolve(endOf(end)))
  return {
    ended,
    send: socket.send,
    end: (how) => {
      resolve(how)
      socket.terminate()
    },
  }
}

/** An invalid or oversized frame would come again after resuming. */
function endOf(end: BoundedEnd): SocketEnd {
  if (end.reason === 'closed')
    return { fault: 'unreachable', retryAfterSeconds: null, mayResume: true }
  if (end.reason === 'failed') {
    const { fault } = teamChatFailure(new OutboundFailure(end.fault))
    return { fault, retryAfterSeconds: null, mayResume: true }
  }
  if (end.reason === 'frame_invalid')
    return { fault: 'not_team_chat', retryAfterSeconds: null, mayResume: false }
  const isFailing = end.status === 429 || end.status >= 500
  const fault = isFailing ? 'server_failing' : 'not_team_chat'
  return { fault, retryAfterSeconds: end.retryAfterSeconds, mayResume: false }
}
