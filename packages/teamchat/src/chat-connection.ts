import type { TeamChatBot, TeamChatFault } from '@ken/core/ports'
import { openChatSocket, type ChatSocket, type SocketEnd } from './chat-socket.ts'
import { TeamChatFailure } from './team-chat-failure.ts'
import { fieldsOf } from './v4-posts.ts'
import type { Connecting } from './v4-request.ts'
import { findBot } from './v4-team-chat-probe.ts'

/** Where a connection that lost its socket is taken up again: the server keeps what it would have sent, for a while. */
export type ResumePoint = { readonly connectionId: string; readonly nextSeq: number }
export type ConnectionEnd = Omit<SocketEnd, 'mayResume'> & { readonly resume: ResumePoint | null }

/** Who is told what comes over a connection. */
export type ConnectionEvents = {
  readonly posted: (event: object, bytes: number) => void
  /** Events were lost: they are to be had over REST alone. */
  readonly lost: () => void
  /** A ping was answered: the token is good and the server tells everything. By its clock it was then, if it says so. */
  readonly proven: (serverTimeMs: number | null) => void
  readonly unreadable: () => void
}

const pingEveryMs = 30_000
/** A dead connection is noticed at most this long after the next ping was due. */
const answerWithinMs = 15_000
const refusalsMax = 2

/**
 * One connection, from the first dial to its end. Only an answered ping proves it: a server takes a bad token in silence,
 * leaves the socket of a revoked one open for ever, and says nothing when a connection is taken up again.
 */
export class ChatConnection {
  readonly #connecting: Connecting
  readonly #bot: TeamChatBot
  readonly #events: ConnectionEvents
  readonly #resumed: ResumePoint | null
  #socket: ChatSocket | null = null
  #connectionId: string | null
  #nextSeq: number | null
  #pingSeq = 0
  #isProven = false
  #refusals = 0
  #cancelTimer: () => void = () => {}
  readonly #over = new AbortController()

  constructor(connecting: Connecting, bot: TeamChatBot, resume: ResumePoint | null, events: ConnectionEvents) {
    this.#connecting = connecting
    this.#bot = bot
    this.#events = events
    this.#resumed = resume
    this.#connectionId = resume?.connectionId ?? null
    this.#nextSeq = resume?.nextSeq ?? null
  }

  /** Runs until the connection ends, which the signal does at once. */
  async run(signal: AbortSignal): Promise<ConnectionEnd> {
    const { guard } = this.#connecting
    const { connectionId, nextSeq } = this.#resumed ?? {}
    const query = connectionId === undefined ? '' : `?connection_id=${connectionId}&sequence_number=${nextSeq}`
    const heard = { opened: () => this.#ping(), text: (text: string) => this.#read(text) }
    const socket = openChatSocket(guard, this.#bot, query, heard)
    this.#socket = socket
    const stop = () => this.#end('unreachable')
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    this.#expectAnswer()
    const { mayResume, ...ended } = await socket.ended
    this.#cancelTimer()
    this.#over.abort()
    signal.removeEventListener('abort', stop)
    return { ...ended, resume: mayResume && this.#isProven ? this.#resumePoint() : null }
  }

  #resumePoint(): ResumePoint | null {
    const [connectionId, nextSeq] = [this.#connectionId, this.#nextSeq]
    return connectionId === null || nextSeq === null ? null : { connectionId, nextSeq }
  }

  #end(fault: TeamChatFault, mayResume = false): void {
    this.#socket?.end({ fault, retryAfterSeconds: null, mayResume })
  }

  /** From the dial on, and from every ping on: half-open connections answer nothing and never close. */
  #expectAnswer(): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#connecting.timing.after(answerWithinMs, () => this.#end('unreachable', true))
  }

  #ping(): void {
    this.#pingSeq += 1
    this.#socket?.send({ seq: this.#pingSeq, action: 'ping' })
  }

  #read(text: string): void {
    const frame = fieldsOf(parseJson(text))
    if (typeof frame['event'] === 'string') this.#hear(frame, text.length)
    else if (typeof frame['status'] === 'string') this.#readReply(frame)
    else this.#events.unreadable()
  }

  #readReply({ status, seq_reply: seqReply, data, error }: { readonly [name: string]: unknown }): void {
    if (seqReply !== this.#pingSeq) return
    if (status !== 'OK') return this.#end(fieldsOf(error)['status_code'] === 401 ? 'token_refused' : 'server_failing')
    this.#isProven = true
    this.#cancelTimer()
    this.#cancelTimer = this.#connecting.timing.after(pingEveryMs, () => {
      this.#ping()
      this.#expectAnswer()
      void this.#checkToken()
    })
    const serverTime = fieldsOf(data)['server_time']
    this.#events.proven(Number.isSafeInteger(serverTime) ? (serverTime as number) : null)
  }

  #hear(frame: { readonly [name: string]: unknown }, bytes: number): void {
    const { event, seq, data } = frame
    if (event === 'hello') {
      const id = fieldsOf(data)['connection_id']
      this.#connectionId = typeof id === 'string' && /^[a-z0-9]{26}$/.test(id) ? id : null
      this.#nextSeq = null
      // It was asked to go on, and begins anew.
      if (this.#resumed !== null) this.#events.lost()
    }
    if (typeof seq === 'number' && Number.isSafeInteger(seq)) {
      if (this.#nextSeq !== null && seq > this.#nextSeq) this.#events.lost()
      // What was told before may be told again.
      this.#nextSeq = Math.max(this.#nextSeq ?? 0, seq + 1)
    }
    if (event === 'posted') this.#events.posted(frame, bytes)
  }

  /** Asks for the bot beside the ping: what the server answers there depends on what it remembers of the token. */
  async #checkToken(): Promise<void> {
    try {
      const found = await findBot(this.#connecting, this.#bot, this.#over.signal)
      this.#noteToken(!found.ok || found.value.id !== this.#bot.botId)
    } catch (error) {
      if (!(error instanceof TeamChatFailure)) return
      // Any other failure tells nothing of the token.
      if (error.fault === 'token_refused') this.#noteToken(true)
    }
  }

  #noteToken(isRefused: boolean): void {
    this.#refusals = isRefused ? this.#refusals + 1 : 0
    if (this.#refusals >= refusalsMax) this.#end('token_refused')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
