import type { TeamChatBot, TeamChatFault } from '@ken/core/ports'
import { fieldsOf, parseJson } from '@ken/outbound'
import { openChatSocket, type ChatSocket, type SocketEnd } from './chat-socket.ts'
import { TeamChatFailure } from '../rest/team-chat-failure.ts'
import type { Transport } from '../rest/v4-request.ts'
import { findBot } from '../v4-team-chat-probe.ts'

/** Where to resume a connection that lost its socket: for a while, the server keeps what it would have sent. */
export type ResumePoint = { readonly connectionId: string; readonly nextSeq: number }
export type ConnectionEnd = Omit<SocketEnd, 'mayResume'> & { readonly resume: ResumePoint | null }

/** Callbacks for what comes over a connection. */
export type ConnectionEvents = {
  readonly posted: (event: object, bytes: number) => void
  /** Events were lost: only REST still has them. */
  readonly lost: () => void
  /** The server replied to a ping: it accepts the token and sends all events. With its time, if the reply has it. */
  readonly verified: (serverTimeMs: number | null) => void
  readonly unreadable: () => void
}

const pingEveryMs = 30_000
/** A dead connection is noticed at most this long after a ping. */
const replyWithinMs = 15_000
const refusalsMax = 2

/**
 * One connection, from dialling to its end. Only the reply to a ping verifies it: a server accepts a bad token silently,
 * keeps the socket of a revoked token open for ever, and sends nothing when a connection is resumed.
 */
export class ChatConnection {
  readonly #transport: Transport
  readonly #bot: TeamChatBot
  readonly #events: ConnectionEvents
  readonly #resumed: ResumePoint | null
  #socket: ChatSocket | null = null
  #connectionId: string | null
  #nextSeq: number | null
  #pingSeq = 0
  #isVerified = false
  #refusals = 0
  #cancelTimer: () => void = () => {}
  readonly #closing = new AbortController()

  constructor(
    transport: Transport,
    bot: TeamChatBot,
    resume: ResumePoint | null,
    events: ConnectionEvents,
  ) {
    this.#transport = transport
    this.#bot = bot
    this.#events = events
    this.#resumed = resume
    this.#connectionId = resume?.connectionId ?? null
    this.#nextSeq = resume?.nextSeq ?? null
  }

  /** Runs until the connection ends; the signal ends it at once. */
  async run(signal: AbortSignal): Promise<ConnectionEnd> {
    const { guard } = this.#transport
    const { connectionId, nextSeq } = this.#resumed ?? {}
    const query =
      connectionId === undefined ? '' : `?connection_id=${connectionId}&sequence_number=${nextSeq}`
    const handlers = { onOpen: () => this.#ping(), onText: (text: string) => this.#read(text) }
    const socket = openChatSocket(guard, this.#bot, query, handlers)
    this.#socket = socket
    const stop = () => this.#end('unreachable')
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    this.#expectReply()
    const { mayResume, ...ended } = await socket.ended
    this.#cancelTimer()
    this.#closing.abort()
    signal.removeEventListener('abort', stop)
    return { ...ended, resume: mayResume && this.#isVerified ? this.#resumePoint() : null }
  }

  #resumePoint(): ResumePoint | null {
    const [connectionId, nextSeq] = [this.#connectionId, this.#nextSeq]
    return connectionId === null || nextSeq === null ? null : { connectionId, nextSeq }
  }

  #end(fault: TeamChatFault, mayResume = false): void {
    this.#socket?.end({ fault, retryAfterSeconds: null, mayResume })
  }

  /** After dialling and after each ping: half-open connections send nothing and never close. */
  #expectReply(): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#transport.timing.after(replyWithinMs, () =>
      this.#end('unreachable', true),
    )
  }

  #ping(): void {
    this.#pingSeq += 1
    this.#socket?.send({ seq: this.#pingSeq, action: 'ping' })
  }

  #read(text: string): void {
    const frame = fieldsOf(parseJson(text))
    if (typeof frame['event'] === 'string') this.#readEvent(frame, text.length)
    else if (typeof frame['status'] === 'string') this.#readReply(frame)
    else this.#events.unreadable()
  }

  #readReply({
    status,
    seq_reply: seqReply,
    data,
    error,
  }: {
    readonly [name: string]: unknown
  }): void {
    if (seqReply !== this.#pingSeq) return
    if (status !== 'OK')
      return this.#end(fieldsOf(error)['status_code'] === 401 ? 'token_refused' : 'server_failing')
    this.#isVerified = true
    this.#cancelTimer()
    this.#cancelTimer = this.#transport.timing.after(pingEveryMs, () => {
      this.#ping()
      this.#expectReply()
      void this.#checkToken()
    })
    const serverTime = fieldsOf(data)['server_time']
    this.#events.verified(Number.isSafeInteger(serverTime) ? (serverTime as number) : null)
  }

  #readEvent(frame: { readonly [name: string]: unknown }, bytes: number): void {
    const { event, seq, data } = frame
    if (event === 'hello') {
      const id = fieldsOf(data)['connection_id']
      this.#connectionId = typeof id === 'string' && /^[a-z0-9]{26}$/.test(id) ? id : null
      this.#nextSeq = null
      // It was asked to resume, and starts a new connection.
      if (this.#resumed !== null) this.#events.lost()
    }
    if (typeof seq === 'number' && Number.isSafeInteger(seq)) {
      if (this.#nextSeq !== null && seq > this.#nextSeq) this.#events.lost()
      // Events may be sent more than once.
      this.#nextSeq = Math.max(this.#nextSeq ?? 0, seq + 1)
    }
    if (event === 'posted') this.#events.posted(frame, bytes)
  }

  /** Checks the token over REST as well: the reply to a ping may come from the server's cache. */
  async #checkToken(): Promise<void> {
    try {
      const found = await findBot(this.#transport, this.#bot, this.#closing.signal)
      this.#noteToken(!found.ok || found.value.id !== this.#bot.botId)
    } catch (error) {
      if (!(error instanceof TeamChatFailure)) return
      // Any other failure says nothing about the token.
      if (error.fault === 'token_refused') this.#noteToken(true)
    }
  }

  #noteToken(isRefused: boolean): void {
    this.#refusals = isRefused ? this.#refusals + 1 : 0
    if (this.#refusals >= refusalsMax) this.#end('token_refused')
  }
}
