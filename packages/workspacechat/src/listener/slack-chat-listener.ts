import {
  inWorkspace,
  type ChatInbox,
  type ChatListener,
  type ChatSubscription,
  type Clock,
  type Log,
  type WorkspaceChatFault,
} from '@ken/core/ports'
import {
  backoff,
  Delivery,
  fieldsOf,
  pause,
  readingBack,
  type Arrival,
  type ReadingBack,
} from '@ken/outbound'
import { WebApiFailure } from '../api/web-api-failure.ts'
import type { Transport } from '../api/web-api.ts'
import { findBot } from '../slack-chat-probe.ts'
import { failureOf } from './listener-failure.ts'
import { callPace, missedMessages } from './missed-messages.ts'
import { persistentFaults } from './persistent-faults.ts'
import { provenMessage } from './proven-message.ts'
import { provenOpening } from './proven-opening.ts'
import { provenRevocation } from './proven-revocation.ts'
import { commandReceiver, type CommandReceiver } from './received-command.ts'
import {
  SocketConnection,
  type ConnectionEnd,
  type Envelope,
  type SocketBot,
} from './socket-connection.ts'

/** While one connection is replaced, the other one receives what comes. */
const connectionsCount = 2
const checkEveryMs = 30_000
/** The platform may tell many times that a token was revoked. */
const askedEveryMs = 10_000
/** How late the platform may send a message that it has already listed. */
const overlapMs = 60_000
/** A message that the inbox rejects delays the others for at most about a minute. It is read back later. */
const attemptsMax = 6

type ListenerOptions = { readonly clock: Clock; readonly log: Log }
type SubscriptionRequest = {
  readonly bot: SocketBot
  readonly since: Date | null
  readonly inbox: ChatInbox
}

/** Listens over two sockets, and reads back over the Web API what may have been lost. */
export const slackChatListener = (
  transport: Transport,
  options: ListenerOptions,
): ChatListener<SocketBot> => ({
  listen: (bot, since, inbox) =>
    new Session(transport, options, { bot, since, inbox }).subscription,
})

/** No failure, but something to be retried with a pause. */
const retried: ConnectionEnd = { fault: 'server_failing', retryAfterSeconds: null }

/** One running listener: two loops keep it connected, one checks the token. */
class Session {
  readonly subscription: ChatSubscription
  readonly #transport: Transport
  readonly #log: Log
  readonly #clock: Clock
  readonly #bot: SocketBot
  readonly #inbox: ChatInbox
  readonly #delivery: Delivery
  readonly #receiveCommand: CommandReceiver
  readonly #pace: () => Promise<void>
  readonly #stopping = new AbortController()
  readonly #connections = new Set<SocketConnection>()
  /** Those that the platform sends events over. */
  readonly #open = new Set<SocketConnection>()
  readonly #firstOpened = Promise.withResolvers<void>()
  /** Where reading back starts. */
  readonly #startMs: number
  #reportedFault: WorkspaceChatFault | null = null
  /** Aborted to check the token at once. */
  #asked = new AbortController()
  #askedMs = -Infinity
  /** The call to the inbox about the connection that is in progress. */
  #notifying: Promise<void> = Promise.resolve()
  readonly #readingBack: ReadingBack

  constructor(
    transport: Transport,
    { clock, log }: ListenerOptions,
    { bot, since, inbox }: SubscriptionRequest,
  ) {
    this.#transport = transport
    this.#log = log
    this.#clock = clock
    this.#bot = bot
    this.#inbox = inbox
    const { signal } = this.#stopping
    this.#pace = callPace(transport, clock, signal)
    const nowMs = clock.now().getTime()
    this.#startMs = since === null ? nowMs : since.getTime() - overlapMs
    this.#delivery = new Delivery({
      caughtUp: (until) => inbox.caughtUp(until),
      onUnsettled: () => log.warn('workspace_chat.settled_failed'),
      signal,
      // The platform alone sets the time of a message.
      serverNowMs: () => Infinity,
      onLoss: () => this.#readingBack.wake(),
    })
    this.#delivery.begin(since?.getTime() ?? nowMs, since === null ? 'new' : 'known')
    const delivery = this.#delivery
    const received = { bot, clock, log, inbox, delivery, signal }
    this.#receiveCommand = commandReceiver(transport, received)
    this.#readingBack = readingBack({
      delivery,
      timing: transport.timing,
      persistentFaults,
      signal,
      isConnected: () => this.#open.size > 0,
      missed: () => this.#missed(),
      failureOf: (error) => failureOf(error, log),
      onBegun: () => inbox.catchingUp(true),
      onCaughtUp: (messages) => {
        log.info('workspace_chat.caught_up', { messages })
        inbox.catchingUp(false)
      },
      onFailed: (reason) => log.warn('workspace_chat.catch_up_failed', { reason }),
    })
    this.#delivery.noteLoss()
    const loops = Array.from({ length: connectionsCount }, (_, place) => this.#keepOpen(place))
    const work = Promise.all([...loops, this.#keepChecking(), this.#readingBack.ended])
    this.subscription = {
      stop: async () => {
        this.#stopping.abort()
        for (const connection of this.#connections) connection.end('unreachable')
        this.#firstOpened.resolve()
        await work
        await Promise.all([this.#delivery.idle(), this.#notifying])
      },
    }
  }

  /** Replaces a connection when it ends, or when its end is announced: then the old one stays until the platform closes it. */
  async #keepOpen(place: number): Promise<void> {
    const { signal } = this.#stopping
    const waits = backoff(this.#transport.timing, persistentFaults)
    // A fault of the tokens is then reported once.
    if (place > 0) await this.#firstOpened.promise
    while (!signal.aborted) {
      const left = Promise.withResolvers<ConnectionEnd>()
      const connection: SocketConnection = new SocketConnection(this.#transport, this.#bot, {
        opened: () => {
          waits.reset()
          this.#noteOpen(connection)
        },
        received: (envelope, acknowledge) =>
          envelope.type === 'slash_commands'
            ? void this.#receiveCommand(envelope, acknowledge)
            : this.#receive(envelope, acknowledge),
        ending: () => left.resolve(retried),
      })
      void this.#run(connection, left)
      const end = await left.promise
      if (signal.aborted) return
      if (this.#open.size === 0) this.#noteInterruption(end.fault)
      await pause(this.#transport.timing, waits.nextDelayMs(end), signal)
    }
  }

  /** Runs a connection to its end. Never throws. */
  async #run(
    connection: SocketConnection,
    left: PromiseWithResolvers<ConnectionEnd>,
  ): Promise<void> {
    this.#connections.add(connection)
    const end = await this.#verified(connection).catch((error: unknown) =>
      failureOf(error, this.#log),
    )
    this.#connections.delete(connection)
    const wasOpen = this.#open.delete(connection)
    // What was sent over it may have been lost, unless another one took its place.
    if (wasOpen && !(connection.isClosedAsAnnounced && this.#open.size > 0))
      this.#delivery.noteLoss()
    left.resolve(end)
  }

  /** Checks the token first: a connection needs only that of the app. */
  async #verified(connection: SocketConnection): Promise<ConnectionEnd> {
    await this.#verify()
    return await connection.run()
  }

  /** Throws `WebApiFailure` unless the token is that of the bot. */
  async #verify(): Promise<void> {
    const { botToken, botId } = this.#bot
    const found = await findBot(this.#transport, botToken, this.#stopping.signal)
    if (!found.ok) throw new WebApiFailure(found.error)
    // The token of another bot is as good as none.
    if (inWorkspace(found.value.workspaceId, found.value.id) !== botId)
      throw new WebApiFailure('token_refused')
  }

  /** Connections stay open when the token of the bot is revoked, without events. */
  async #keepChecking(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const until = AbortSignal.any([signal, this.#asked.signal])
      await pause(this.#transport.timing, checkEveryMs, until)
      this.#asked = new AbortController()
      if (signal.aborted || this.#open.size === 0) continue
      const fault = await this.#verify().then(
        () => null,
        (error: unknown) => failureOf(error, this.#log).fault,
      )
      // Any other failure says nothing about the token.
      if (fault !== null && persistentFaults.includes(fault))
        for (const connection of this.#open) connection.end(fault)
      else if (this.#open.size > 0) this.#notify(() => this.#inbox.alive())
    }
  }

  /** Has the token checked at once, but not for each of many events. */
  #askToCheck(): void {
    const nowMs = this.#clock.now().getTime()
    if (nowMs < this.#askedMs + askedEveryMs) return
    this.#askedMs = nowMs
    this.#asked.abort()
  }

  #noteOpen(connection: SocketConnection): void {
    this.#open.add(connection)
    if (this.#open.size === 1) this.#log.info('workspace_chat.connected')
    this.#reportedFault = null
    this.#firstOpened.resolve()
    this.#notify(() => this.#inbox.alive())
    this.#readingBack.wake()
  }

  #noteInterruption(fault: WorkspaceChatFault): void {
    if (this.#reportedFault === fault) return
    this.#reportedFault = fault
    this.#log.warn('workspace_chat.interrupted', { fault })
    this.#notify(() => this.#inbox.interrupted(fault))
  }

  #notify(call: () => Promise<void>): void {
    this.#notifying = this.#notifying
      .then(() => (this.#stopping.signal.aborted ? undefined : call()))
      .catch(() => this.#log.warn('workspace_chat.inbox_failed'))
  }

  #receive({ payload, length }: Envelope, acknowledge: () => void): void {
    const arrival = this.#arrivalOf(payload, acknowledge)
    if (arrival !== null) return this.#delivery.push(arrival, length)
    // Nothing is to be kept of what is no message.
    acknowledge()
    const opened = provenOpening(payload, this.#bot)
    if (opened !== null && !this.#stopping.signal.aborted) this.#inbox.opened(opened)
    if (provenRevocation(payload, this.#bot)) this.#askToCheck()
  }

  /** Null for what is no message. `onAccepted` is called once the inbox has committed it. */
  #arrivalOf(payload: unknown, onAccepted: () => void): Arrival | null {
    const received = provenMessage(payload, this.#bot)
    if (received === null) return null
    const { channel } = fieldsOf(fieldsOf(payload)['event'])
    const post = received.ok ? received.value : received.error.post
    return {
      channel: typeof channel === 'string' ? channel : null,
      postedMs: post?.postedAt.getTime() ?? 0,
      handOver: async () => {
        await this.#insist(() => this.#inbox.receive(received))
        onAccepted()
      },
    }
  }

  /** Repeats a call that the inbox rejects, with growing pauses. */
  async #insist(call: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping
    const waits = backoff(this.#transport.timing, [])
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call()
      } catch (error) {
        if (attempt < attemptsMax)
          await pause(this.#transport.timing, waits.nextDelayMs(retried), signal)
        if (attempt === attemptsMax || signal.aborted) throw error
      }
    }
  }

  async *#missed(): AsyncGenerator<Arrival | null> {
    const [transport, log, bot, { signal }] = [
      this.#transport,
      this.#log,
      this.#bot,
      this.#stopping,
    ]
    const afterMs = Math.max(this.#startMs, (this.#delivery.settledMs ?? 0) - overlapMs)
    const catchUp = { transport, log, bot, afterMs, signal, pace: this.#pace }
    for await (const payload of missedMessages(catchUp)) yield this.#arrivalOf(payload, () => {})
  }
}
