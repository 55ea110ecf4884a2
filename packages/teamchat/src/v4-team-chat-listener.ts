import type { Clock, Listening, Log, TeamChatBot, TeamChatFault, TeamChatInbox, TeamChatListener } from '@ken/core/ports'
import { backOff } from './back-off.ts'
import { ChatConnection, type ConnectionEnd, type ResumePoint } from './chat-connection.ts'
import { Delivery, NotTaken } from './delivery.ts'
import { missedEvents } from './missed-events.ts'
import { TeamChatFailure, TeamChatRefusal } from './team-chat-failure.ts'
import { pause } from './timing.ts'
import type { Connecting } from './v4-request.ts'
import { findBot } from './v4-team-chat-probe.ts'

export type V4TeamChatListenerOptions = { readonly clock: Clock; readonly log: Log }

/** How far the clocks of a server's nodes may differ, and how late one of them may tell of a post. */
const overlapMs = 60_000

/** Listens over the WebSocket, and reads back over REST whatever may have been lost. */
export const v4TeamChatListener = (connecting: Connecting, options: V4TeamChatListenerOptions): TeamChatListener => ({
  listen: (bot, since, inbox) => new Session(connecting, options, { bot, since, inbox }).listening,
})

/** More is lost, as a flood does, while something is read back: that is no failure, and no reason to hurry. */
const lostMore = { fault: 'server_failing', retryAfterSeconds: null } as const

type Heard = { readonly bot: TeamChatBot; readonly since: Date | null; readonly inbox: TeamChatInbox }

/** One listener at work: one loop keeps it connected, another reads back what was lost. */
class Session {
  readonly listening: Listening
  readonly #connecting: Connecting
  readonly #log: Log
  readonly #bot: TeamChatBot
  readonly #inbox: TeamChatInbox
  readonly #delivery: Delivery
  readonly #stopping = new AbortController()
  readonly #clock: Clock
  readonly #listeningSinceMs: number
  /** How far the server's clock is ahead of this machine's. */
  #serverAheadMs = 0
  /** Nothing from before is read back, by the server's clock. */
  #startMs: number
  #isProven = false
  #told: TeamChatFault | null = null
  /** What the inbox is being told of the connection. */
  #telling: Promise<void> = Promise.resolve()
  #unreadableFrames = 0
  /** Wakes the loop that reads back. */
  #wake: () => void = () => {}

  constructor(connecting: Connecting, { clock, log }: V4TeamChatListenerOptions, { bot, since, inbox }: Heard) {
    this.#connecting = connecting
    this.#log = log
    this.#bot = bot
    this.#inbox = inbox
    this.#clock = clock
    this.#listeningSinceMs = clock.now().getTime()
    this.#startMs = since === null ? -Infinity : since.getTime() - overlapMs
    this.#delivery = new Delivery({
      inbox,
      log,
      signal: this.#stopping.signal,
      serverNowMs: () => clock.now().getTime() + this.#serverAheadMs,
      onLoss: () => this.#wake(),
    })
    if (since !== null) this.#delivery.begin(since.getTime(), 'known')
    this.#delivery.noteLoss()
    const work = Promise.all([this.#keepConnected(), this.#keepComplete()])
    this.listening = {
      stop: async () => {
        this.#stopping.abort()
        this.#wake()
        await work
        await Promise.all([this.#delivery.idle(), this.#telling])
      },
    }
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#stopping
    const waits = backOff(this.#connecting.timing)
    let resume: ResumePoint | null = null
    while (!signal.aborted) {
      const ended: ConnectionEnd = await this.#connectOnce(resume, waits.reset)
      this.#isProven = false
      if (signal.aborted) return
      if (ended.resume === null) this.#delivery.noteLoss()
      resume = ended.resume
      this.#noteInterruption(ended.fault)
      await pause(this.#connecting.timing, waits.nextMs(ended), signal)
    }
  }

  /** Asks over REST first: a WebSocket takes a bad token in silence, and says of no failure what it is. */
  async #connectOnce(resume: ResumePoint | null, reset: () => void): Promise<ConnectionEnd> {
    const { signal } = this.#stopping
    try {
      const found = await findBot(this.#connecting, this.#bot, signal)
      if (!found.ok) return { fault: found.error, retryAfterSeconds: null, resume: null }
      // Somebody else's token: as good as none.
      if (found.value.id !== this.#bot.botId) return { fault: 'token_refused', retryAfterSeconds: null, resume: null }
      const events = {
        posted: (event: object, length: number) => this.#delivery.push(event, length),
        lost: () => this.#delivery.noteLoss(),
        unreadable: () => void (this.#unreadableFrames += 1),
        proven: (serverTimeMs: number | null) => {
          // Not by the first ping: a server may prove itself and end the connection again and again.
          if (this.#isProven) reset()
          this.#noteProof(serverTimeMs)
        },
      }
      return await new ChatConnection(this.#connecting, this.#bot, resume, events).run(signal)
    } catch (error) {
      const { fault, retryAfterSeconds } = failureOf(error, this.#log)
      // A server that does not know the bot keeps nothing for it meanwhile.
      return { fault, retryAfterSeconds, resume: fault === 'unreachable' || fault === 'server_failing' ? resume : null }
    }
  }

  #noteProof(serverTimeMs: number | null): void {
    if (serverTimeMs !== null) this.#serverAheadMs = serverTimeMs - this.#clock.now().getTime()
    if (this.#delivery.settledMs === null) this.#beginNow()
    if (!this.#isProven) this.#log.info('team_chat.connected')
    if (this.#unreadableFrames > 0) this.#log.warn('team_chat.frames_unreadable', { count: this.#unreadableFrames })
    this.#unreadableFrames = 0
    this.#isProven = true
    this.#told = null
    this.#tell(() => this.#inbox.alive())
    this.#wake()
  }

  /** Begins at the moment when it was told to listen, as the server's clock had it. */
  #beginNow(): void {
    this.#startMs = this.#listeningSinceMs + this.#serverAheadMs
    this.#delivery.begin(this.#startMs, 'news')
  }

  #noteInterruption(fault: TeamChatFault): void {
    if (this.#told === fault) return
    this.#told = fault
    this.#log.warn('team_chat.interrupted', { fault })
    this.#tell(() => this.#inbox.interrupted(fault))
  }

  #tell(say: () => Promise<void>): void {
    this.#telling = this.#telling
      .then(() => (this.#stopping.signal.aborted ? undefined : say()))
      .catch(() => this.#log.warn('team_chat.inbox_failed'))
  }

  /** Reads back what was lost, as soon as the server is there, until nothing is. */
  async #keepComplete(): Promise<void> {
    const { signal } = this.#stopping
    const waits = backOff(this.#connecting.timing)
    while (!signal.aborted) {
      if (!this.#delivery.isIncomplete || !this.#isProven) {
        await this.#awaken()
        continue
      }
      try {
        await this.#readBack()
        if (!this.#delivery.isIncomplete) waits.reset()
        else await pause(this.#connecting.timing, waits.nextMs(lostMore), signal)
      } catch (error) {
        const failed = failureOf(error, this.#log)
        if (signal.aborted) return
        this.#log.warn('team_chat.catch_up_failed', { reason: error instanceof NotTaken ? 'not_taken' : failed.fault })
        await pause(this.#connecting.timing, waits.nextMs(failed), signal)
      }
    }
  }

  async #readBack(): Promise<void> {
    const [connecting, log, bot, delivery] = [this.#connecting, this.#log, this.#bot, this.#delivery]
    const checkpoint = delivery.checkpoint()
    const afterMs = Math.max(this.#startMs, (delivery.settledMs ?? 0) - overlapMs)
    let events = 0
    for await (const event of missedEvents({ connecting, log, bot, afterMs, signal: this.#stopping.signal })) {
      await delivery.hand(event)
      events += 1
    }
    await delivery.recovered(checkpoint)
    log.info('team_chat.caught_up', { events })
  }

  #awaken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

/** What went wrong, as everybody may know it. Only what nobody expected is told apart, in the log. */
function failureOf(error: unknown, log: Log): { readonly fault: TeamChatFault; readonly retryAfterSeconds: number | null } {
  if (error instanceof TeamChatFailure) return error
  if (error instanceof TeamChatRefusal) return { fault: 'not_team_chat', retryAfterSeconds: null }
  // The event stays lost until it is taken; why it was not, the inbox knows.
  if (error instanceof NotTaken) return { fault: 'server_failing', retryAfterSeconds: null }
  log.error('team_chat.listener_failed', { error: error instanceof Error ? error.name : 'unknown' })
  return { fault: 'unreachable', retryAfterSeconds: null }
}
