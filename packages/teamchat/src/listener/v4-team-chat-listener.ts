import type {
  Clock,
  ChatSubscription,
  Log,
  TeamChatBot,
  TeamChatFault,
  ChatInbox,
  ChatListener,
} from '@ken/core/ports'
import {
  backoff,
  Delivery,
  EventRejected,
  pause,
  readingBack,
  type Arrival,
  type ReadingBack,
} from '@ken/outbound'
import { ChatConnection, type ConnectionEnd, type ResumePoint } from './chat-connection.ts'
import { missedEvents } from './missed-events.ts'
import { arrivalOf } from './posted-event-arrival.ts'
import { TeamChatFailure, TeamChatRefusal } from '../rest/team-chat-failure.ts'
import type { Transport } from '../rest/v4-request.ts'
import { findBot } from '../v4-team-chat-probe.ts'

export type V4TeamChatListenerOptions = { readonly clock: Clock; readonly log: Log }

/** Faults that rarely pass by themselves. */
const persistentFaults: readonly TeamChatFault[] = [
  'token_refused',
  'not_a_bot',
  'address_invalid',
  'address_forbidden',
]

/** How far the clocks of a server's nodes may differ, and how late a node may send a post. */
const overlapMs = 60_000

/** Listens over the WebSocket, and reads back over REST what may have been lost. */
export const v4TeamChatListener = (
  transport: Transport,
  options: V4TeamChatListenerOptions,
): ChatListener<TeamChatBot> => ({
  listen: (bot, since, inbox) =>
    new Session(transport, options, { bot, since, inbox }).subscription,
})

type SubscriptionRequest = {
  readonly bot: TeamChatBot
  readonly since: Date | null
  readonly inbox: ChatInbox
}

/** One running listener: one loop keeps it connected, another reads back what was lost. */
class Session {
  readonly subscription: ChatSubscription
  readonly #transport: Transport
  readonly #log: Log
  readonly #bot: TeamChatBot
  readonly #inbox: ChatInbox
  readonly #delivery: Delivery
  readonly #stopping = new AbortController()
  readonly #clock: Clock
  readonly #listeningSinceMs: number
  /** How far the server's clock is ahead of this machine's. */
  #serverAheadMs = 0
  /** Where reading back starts, by the server's clock. */
  #startMs: number
  #isVerified = false
  #reportedFault: TeamChatFault | null = null
  /** The call to the inbox about the connection that is in progress. */
  #notifying: Promise<void> = Promise.resolve()
  #unreadableFrames = 0
  readonly #readingBack: ReadingBack

  constructor(
    transport: Transport,
    { clock, log }: V4TeamChatListenerOptions,
    { bot, since, inbox }: SubscriptionRequest,
  ) {
    this.#transport = transport
    this.#log = log
    this.#bot = bot
    this.#inbox = inbox
    this.#clock = clock
    this.#listeningSinceMs = clock.now().getTime()
    this.#startMs = since === null ? -Infinity : since.getTime() - overlapMs
    this.#delivery = new Delivery({
      caughtUp: (until) => inbox.caughtUp(until),
      onUnsettled: () => log.warn('team_chat.settled_failed'),
      signal: this.#stopping.signal,
      serverNowMs: () => clock.now().getTime() + this.#serverAheadMs,
      onLoss: () => this.#readingBack.wake(),
    })
    if (since !== null) this.#delivery.begin(since.getTime(), 'known')
    this.#readingBack = readingBack({
      delivery: this.#delivery,
      timing: transport.timing,
      persistentFaults,
      signal: this.#stopping.signal,
      isConnected: () => this.#isVerified,
      missed: () => this.#missed(),
      failureOf: (error) => failureOf(error, log),
      onBegun: () => inbox.catchingUp(true),
      onCaughtUp: (events) => {
        log.info('team_chat.caught_up', { events })
        inbox.catchingUp(false)
      },
      onFailed: (reason) => log.warn('team_chat.catch_up_failed', { reason }),
    })
    this.#delivery.noteLoss()
    const work = Promise.all([this.#keepConnected(), this.#readingBack.ended])
    this.subscription = {
      stop: async () => {
        this.#stopping.abort()
        await work
        await Promise.all([this.#delivery.idle(), this.#notifying])
      },
    }
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#stopping
    const waits = backoff(this.#transport.timing, persistentFaults)
    let resume: ResumePoint | null = null
    while (!signal.aborted) {
      const ended: ConnectionEnd = await this.#connectOnce(resume, waits.reset)
      this.#isVerified = false
      if (signal.aborted) return
      if (ended.resume === null) this.#delivery.noteLoss()
      resume = ended.resume
      this.#noteInterruption(ended.fault)
      await pause(this.#transport.timing, waits.nextDelayMs(ended), signal)
    }
  }

  /** Checks the token over REST first: a WebSocket accepts a bad token silently, and does not say why it fails. */
  async #connectOnce(resume: ResumePoint | null, reset: () => void): Promise<ConnectionEnd> {
    const { signal } = this.#stopping
    try {
      const found = await findBot(this.#transport, this.#bot, signal)
      if (!found.ok) return { fault: found.error, retryAfterSeconds: null, resume: null }
      // The token of another account is as good as none.
      if (found.value.id !== this.#bot.botId)
        return { fault: 'token_refused', retryAfterSeconds: null, resume: null }
      const events = {
        posted: (event: object, length: number) =>
          this.#delivery.push(this.#arrivalOf(event), length),
        lost: () => this.#delivery.noteLoss(),
        unreadable: () => void (this.#unreadableFrames += 1),
        verified: (serverTimeMs: number | null) => {
          // Not after the first ping: a server may reply once and end each connection.
          if (this.#isVerified) reset()
          this.#noteVerification(serverTimeMs)
        },
      }
      return await new ChatConnection(this.#transport, this.#bot, resume, events).run(signal)
    } catch (error) {
      const { fault, retryAfterSeconds } = failureOf(error, this.#log)
      // A server that refuses the bot keeps no events for it.
      return {
        fault,
        retryAfterSeconds,
        resume: fault === 'unreachable' || fault === 'server_failing' ? resume : null,
      }
    }
  }

  #noteVerification(serverTimeMs: number | null): void {
    if (serverTimeMs !== null) this.#serverAheadMs = serverTimeMs - this.#clock.now().getTime()
    if (this.#delivery.settledMs === null) this.#beginNow()
    if (!this.#isVerified) this.#log.info('team_chat.connected')
    if (this.#unreadableFrames > 0)
      this.#log.warn('team_chat.frames_unreadable', { count: this.#unreadableFrames })
    this.#unreadableFrames = 0
    this.#isVerified = true
    this.#reportedFault = null
    this.#notify(() => this.#inbox.alive())
    this.#readingBack.wake()
  }

  /** Starts when the listener started, by the server's clock. */
  #beginNow(): void {
    this.#startMs = this.#listeningSinceMs + this.#serverAheadMs
    this.#delivery.begin(this.#startMs, 'new')
  }

  #noteInterruption(fault: TeamChatFault): void {
    if (this.#reportedFault === fault) return
    this.#reportedFault = fault
    this.#log.warn('team_chat.interrupted', { fault })
    this.#notify(() => this.#inbox.interrupted(fault))
  }

  #notify(call: () => Promise<void>): void {
    this.#notifying = this.#notifying
      .then(() => (this.#stopping.signal.aborted ? undefined : call()))
      .catch(() => this.#log.warn('team_chat.inbox_failed'))
  }

  async *#missed(): AsyncGenerator<Arrival> {
    const [transport, log, bot, { signal }] = [
      this.#transport,
      this.#log,
      this.#bot,
      this.#stopping,
    ]
    const afterMs = Math.max(this.#startMs, (this.#delivery.settledMs ?? 0) - overlapMs)
    for await (const event of missedEvents({ transport, log, bot, afterMs, signal }))
      yield this.#arrivalOf(event)
  }

  #arrivalOf(event: object): Arrival {
    return arrivalOf(event, this.#bot.botId, this.#inbox)
  }
}

/** The fault of any error. Only unexpected errors are logged. */
function failureOf(
  error: unknown,
  log: Log,
): { readonly fault: TeamChatFault; readonly retryAfterSeconds: number | null } {
  if (error instanceof TeamChatFailure) return error
  if (error instanceof TeamChatRefusal) return { fault: 'not_team_chat', retryAfterSeconds: null }
  // The event counts as lost until the inbox accepts it; the inbox knows why it did not.
  if (error instanceof EventRejected) return { fault: 'server_failing', retryAfterSeconds: null }
  log.error('team_chat.listener_failed', { error: error instanceof Error ? error.name : 'unknown' })
  return { fault: 'unreachable', retryAfterSeconds: null }
}
