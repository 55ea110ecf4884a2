import type {
  Clock,
  ChatSubscription,
  Log,
  TeamChatBot,
  TeamChatFault,
  ChatInbox,
  ChatListener,
} from '@ken/core/ports'
import { backoff, Listening, pause, type Arrival } from '@ken/outbound'
import { ChatConnection, type ConnectionEnd, type ResumePoint } from './chat-connection.ts'
import { missedEvents } from './missed-events.ts'
import { arrivalOf } from './posted-event-arrival.ts'
import { knownFailure } from '../rest/team-chat-failure.ts'
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
  readonly #listening: Listening<TeamChatFault>
  readonly #clock: Clock
  readonly #listeningSinceMs: number
  /** How far the server's clock is ahead of this machine's. */
  #serverAheadMs = 0
  #isVerified = false
  #unreadableFrames = 0

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
    this.#listening = new Listening({
      area: 'team_chat',
      log,
      inbox,
      timing: transport.timing,
      since,
      persistentFaults,
      known: knownFailure,
      serverNowMs: () => clock.now().getTime() + this.#serverAheadMs,
      isConnected: () => this.#isVerified,
      missed: (afterMs) => this.#missed(afterMs),
    })
    this.#listening.delivery.noteLoss()
    const work = this.#keepConnected()
    this.subscription = { stop: () => this.#listening.stop(work) }
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#listening
    const waits = backoff(this.#transport.timing, persistentFaults)
    let resume: ResumePoint | null = null
    while (!signal.aborted) {
      const ended: ConnectionEnd = await this.#connectOnce(resume, waits.reset)
      this.#isVerified = false
      if (signal.aborted) return
      if (ended.resume === null) this.#listening.delivery.noteLoss()
      resume = ended.resume
      void this.#listening.reports.interrupted(ended.fault)
      await pause(this.#transport.timing, waits.nextDelayMs(ended), signal)
    }
  }

  /** Checks the token over REST first: a WebSocket accepts a bad token silently, and does not say why it fails. */
  async #connectOnce(resume: ResumePoint | null, reset: () => void): Promise<ConnectionEnd> {
    const { signal } = this.#listening
    try {
      const found = await findBot(this.#transport, this.#bot, signal)
      if (!found.ok) return { fault: found.error, retryAfterSeconds: null, resume: null }
      // The token of another account is as good as none.
      if (found.value.id !== this.#bot.botId)
        return { fault: 'token_refused', retryAfterSeconds: null, resume: null }
      const events = {
        posted: (event: object, length: number) =>
          this.#listening.delivery.push(this.#arrivalOf(event), length),
        lost: () => this.#listening.delivery.noteLoss(),
        unreadable: () => void (this.#unreadableFrames += 1),
        verified: (serverTimeMs: number | null) => {
          // Not after the first ping: a server may reply once and end each connection.
          if (this.#isVerified) reset()
          this.#noteVerification(serverTimeMs)
        },
      }
      return await new ChatConnection(this.#transport, this.#bot, resume, events).run(signal)
    } catch (error) {
      const { fault, retryAfterSeconds } = this.#listening.failureOf(error)
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
    this.#listening.begin(this.#listeningSinceMs + this.#serverAheadMs)
    if (this.#unreadableFrames > 0)
      this.#log.warn('team_chat.frames_unreadable', { count: this.#unreadableFrames })
    this.#unreadableFrames = 0
    const isNew = !this.#isVerified
    this.#isVerified = true
    void this.#listening.reports.connected(isNew)
    this.#listening.readBack()
  }

  async *#missed(afterMs: number): AsyncGenerator<Arrival> {
    const [transport, log, bot] = [this.#transport, this.#log, this.#bot]
    const { signal } = this.#listening
    for await (const event of missedEvents({ transport, log, bot, afterMs, signal }))
      yield this.#arrivalOf(event)
  }

  #arrivalOf(event: object): Arrival {
    return arrivalOf(event, this.#bot.botId, this.#inbox)
  }
}
