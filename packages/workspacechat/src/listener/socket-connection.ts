import type { WorkspaceChatBot, WorkspaceChatFault } from '@ken/core/ports'
import {
  boundedSocket,
  fieldsOf,
  OutboundFailure,
  parseJson,
  type BoundedSocket,
  type Failure,
  type SocketEnd,
} from '@ken/outbound'
import { newSocketAddress } from '../api/socket-address.ts'
import { webApiFailure } from '../api/web-api-failure.ts'
import type { Transport } from '../api/web-api.ts'

/** Why a connection ended. */
type ConnectionEnd = Failure<WorkspaceChatFault>

/** A bot that messages come to over connections. */
export type SocketBot = WorkspaceChatBot & { readonly appToken: string }

/** What the server sent: an event, or a command that a person typed. */
export type Envelope = {
  readonly type: 'events_api' | 'slash_commands'
  readonly payload: unknown
  /** Of the text that it came in. */
  readonly length: number
}

/** Callbacks for what comes over a connection. */
export type ConnectionEvents = {
  /** The server sends events from now on. */
  readonly opened: () => void
  /** `acknowledge` is to be called within 2.5 seconds, or not at all: then the platform sends an event again. */
  readonly received: (envelope: Envelope, acknowledge: (reply?: object | null) => void) => void
  /** The server has announced its end: another one has to be open before. */
  readonly ending: () => void
}

const frameBytesMax = 8 * 1024 * 1024
const handshakeTimeoutMs = 10_000
const pingEveryMs = 30_000
/** Half-open connections send nothing and never close: noticed 45 seconds after they break, at most. */
const replyWithinMs = 15_000
/** The platform takes an event for lost after three seconds; a later acknowledgement could meet its repetition. */
const acknowledgeWithinMs = 2_500
/** After it has announced its end, the platform closes a connection within about ten seconds. */
const endWithinMs = 20_000

/** One connection, from its address to its end. */
export class SocketConnection {
  readonly #transport: Transport
  readonly #bot: SocketBot
  readonly #events: ConnectionEvents
  readonly #stopping = new AbortController()
  #fault: WorkspaceChatFault | null = null
  #socket: BoundedSocket | null = null
  #isOpen = false
  #isEnding = false
  #isClosedAsAnnounced = false
  #cancelTimer: () => void = () => {}
  #cancelEnd: () => void = () => {}
  /** Of the events that are not acknowledged yet. */
  readonly #cancelLate = new Set<() => void>()

  constructor(transport: Transport, bot: SocketBot, events: ConnectionEvents) {
    this.#transport = transport
    this.#bot = bot
    this.#events = events
  }

  /** Whether the server closed it as announced: then it has sent nothing over it that was not read. */
  get isClosedAsAnnounced(): boolean {
    return this.#isClosedAsAnnounced
  }

  /** Runs until the connection ends. Throws as `newSocketAddress` does. */
  async run(): Promise<ConnectionEnd> {
    const { guard } = this.#transport
    const { signal } = this.#stopping
    const url = await newSocketAddress(this.#transport, this.#bot.appToken, { signal }).catch(
      (error: unknown) => {
        if (signal.aborted) return null
        throw error
      },
    )
    if (url === null || signal.aborted)
      return { fault: this.#fault ?? 'unreachable', retryAfterSeconds: null }
    this.#socket = boundedSocket({
      url,
      headers: { 'user-agent': 'ken' },
      guard,
      frameBytesMax,
      handshakeTimeoutMs,
      onText: (text) => this.#read(text),
      onPong: () => this.#noteReply(),
    })
    this.#expectReply()
    const end = await this.#socket.ended
    this.#cancelTimer()
    this.#cancelEnd()
    for (const cancel of this.#cancelLate) cancel()
    this.#isClosedAsAnnounced = this.#isEnding && this.#fault === null && end.reason === 'closed'
    return this.#fault === null ? endOf(end) : { fault: this.#fault, retryAfterSeconds: null }
  }

  /** Ends it without waiting for the server, which may be gone. */
  end(fault: WorkspaceChatFault): void {
    this.#fault ??= fault
    this.#stopping.abort()
    this.#socket?.terminate()
  }

  #read(text: string): void {
    const { type, envelope_id: id, payload, ...frame } = fieldsOf(parseJson(text))
    if (type === 'hello') this.#open(fieldsOf(frame['connection_info'])['app_id'])
    else if (type === 'disconnect') this.#announceEnd(frame['reason'])
    else if ((type === 'events_api' || type === 'slash_commands') && typeof id === 'string')
      this.#receive(id, { type, payload, length: text.length })
  }

  /** Only now the server sends events. The token of another app opens a connection, too. */
  #open(appId: unknown): void {
    if (typeof appId === 'string' && appId !== this.#bot.appId) return this.end('apps_differ')
    if (this.#isOpen) return
    this.#isOpen = true
    this.#noteReply()
    this.#events.opened()
  }

  /** The server closes it. Until then it may send more, and takes acknowledgements. */
  #announceEnd(reason: unknown): void {
    // The app may open no connections any more.
    if (reason === 'link_disabled') return this.end('app_token_refused')
    if (this.#isEnding) return
    this.#isEnding = true
    this.#cancelEnd = this.#transport.timing.after(endWithinMs, () => this.end('unreachable'))
    this.#events.ending()
  }

  #receive(id: string, envelope: Envelope): void {
    let isLate = false
    const cancel = this.#transport.timing.after(acknowledgeWithinMs, () => {
      isLate = true
      this.#cancelLate.delete(cancel)
    })
    this.#cancelLate.add(cancel)
    this.#events.received(envelope, (reply) => {
      cancel()
      this.#cancelLate.delete(cancel)
      if (!isLate) this.#socket?.send({ envelope_id: id, ...(reply && { payload: reply }) })
    })
  }

  #noteReply(): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#transport.timing.after(pingEveryMs, () => {
      this.#socket?.ping()
      this.#expectReply()
    })
  }

  #expectReply(): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#transport.timing.after(replyWithinMs, () => this.end('unreachable'))
  }
}

function endOf(end: SocketEnd): ConnectionEnd {
  if (end.reason === 'frame_invalid') return { fault: 'not_slack', retryAfterSeconds: null }
  if (end.reason === 'failed') return webApiFailure(new OutboundFailure(end.fault))
  if (end.reason === 'closed') return { fault: 'unreachable', retryAfterSeconds: null }
  const isFailing = end.status === 429 || end.status === 408 || end.status >= 500
  const { retryAfterSeconds } = end
  return { fault: isFailing ? 'server_failing' : 'not_slack', retryAfterSeconds }
}
