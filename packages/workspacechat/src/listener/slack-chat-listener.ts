import type { ChatInbox, ChatListener, ChatSubscription, WorkspaceChatFault } from '@ken/core/ports'
import { backoff, pause, type Arrival, type Failure, type Listening } from '@ken/outbound'
import type { Transport } from '../api/web-api.ts'
import { provenOpening } from './proven-opening.ts'
import { provenRevocation } from './proven-revocation.ts'
import { commandReceiver, type CommandReceiver } from './received-command.ts'
import { SocketConnection, type Envelope, type SocketBot } from './socket-connection.ts'
import {
  arrivalOf,
  checkEveryMs,
  persistentFaults,
  verifyToken,
  webApiListening,
  type ListenerOptions,
  type ListeningRequest,
} from './web-api-listening.ts'

/** While one connection is replaced, the other one receives what comes. */
const connectionsCount = 2
/** Limits checks caused by events, which may repeat. */
const eventChecksEveryMs = 10_000
/** A message that the inbox rejects delays the others for at most about a minute. It is read back later. */
const attemptsMax = 6

/** Listens over two sockets, and reads back over the Web API what may have been lost. */
export const slackChatListener = (
  transport: Transport,
  options: ListenerOptions,
): ChatListener<SocketBot> => ({
  listen: (bot, since, inbox) =>
    new Session(transport, options, { bot, since, inbox }).subscription,
})

/** No failure, but something to be retried with a pause. */
const retried: Failure<WorkspaceChatFault> = { fault: 'server_failing', retryAfterSeconds: null }

/** One running listener: two loops keep it connected, one checks the token. */
class Session {
  readonly subscription: ChatSubscription
  readonly #transport: Transport
  readonly #bot: SocketBot
  readonly #inbox: ChatInbox
  readonly #listening: Listening<WorkspaceChatFault>
  readonly #receiveCommand: CommandReceiver
  readonly #connections = new Set<SocketConnection>()
  /** Those that the platform sends events over. */
  readonly #open = new Set<SocketConnection>()
  readonly #firstOpened = Promise.withResolvers<void>()
  /** Aborted to check the token at once. */
  #asked = new AbortController()

  constructor(
    transport: Transport,
    options: ListenerOptions,
    request: ListeningRequest<SocketBot>,
  ) {
    const { bot, inbox } = request
    this.#transport = transport
    this.#bot = bot
    this.#inbox = inbox
    this.#listening = webApiListening(transport, options, request, {
      isConnected: () => this.#open.size > 0,
      arrivalOf: (payload) => this.#arrivalOf(payload, () => {}),
    })
    const { delivery, signal } = this.#listening
    this.#receiveCommand = commandReceiver(transport, { bot, ...options, inbox, delivery, signal })
    delivery.noteLoss()
    const loops = Array.from({ length: connectionsCount }, (_, place) => this.#keepOpen(place))
    const work = Promise.all([...loops, this.#keepChecking()])
    this.subscription = {
      stop: () => {
        const stopped = this.#listening.stop(work)
        for (const connection of this.#connections) connection.end('unreachable')
        this.#firstOpened.resolve()
        return stopped
      },
    }
  }

  /** Replaces a connection when it ends, or when its end is announced: then the old one stays until the platform closes it. */
  async #keepOpen(place: number): Promise<void> {
    const { signal } = this.#listening
    const waits = backoff(this.#transport.timing, persistentFaults)
    // A fault of the tokens is then reported once.
    if (place > 0) await this.#firstOpened.promise
    while (!signal.aborted) {
      const left = Promise.withResolvers<Failure<WorkspaceChatFault>>()
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
      if (this.#open.size === 0) void this.#listening.reports.interrupted(end.fault)
      await pause(this.#transport.timing, waits.nextDelayMs(end), signal)
    }
  }

  /** Runs a connection to its end. Never throws. */
  async #run(
    connection: SocketConnection,
    left: PromiseWithResolvers<Failure<WorkspaceChatFault>>,
  ): Promise<void> {
    this.#connections.add(connection)
    const end = await this.#verified(connection).catch((error: unknown) =>
      this.#listening.failureOf(error),
    )
    this.#connections.delete(connection)
    const wasOpen = this.#open.delete(connection)
    // What was sent over it may have been lost, unless another one took its place.
    if (wasOpen && !(connection.isClosedAsAnnounced && this.#open.size > 0))
      this.#listening.delivery.noteLoss()
    left.resolve(end)
  }

  /** Checks the token first: a connection needs only that of the app. */
  async #verified(connection: SocketConnection): Promise<Failure<WorkspaceChatFault>> {
    await this.#verify()
    return await connection.run()
  }

  #verify(): Promise<void> {
    return verifyToken(this.#transport, this.#bot, this.#listening.signal)
  }

  /** Connections stay open when the token of the bot is revoked, without events. */
  async #keepChecking(): Promise<void> {
    const { signal } = this.#listening
    while (!signal.aborted) {
      const until = AbortSignal.any([signal, this.#asked.signal])
      await pause(this.#transport.timing, checkEveryMs, until)
      const isAsked = this.#asked.signal.aborted
      this.#asked = new AbortController()
      if (!signal.aborted && this.#open.size > 0) await this.#check()
      // Events that come meanwhile cause the next check.
      if (isAsked) await pause(this.#transport.timing, eventChecksEveryMs, signal)
    }
  }

  async #check(): Promise<void> {
    const fault = await this.#verify().then(
      () => null,
      (error: unknown) => this.#listening.failureOf(error).fault,
    )
    // Any other failure says nothing about the token.
    if (fault !== null && persistentFaults.includes(fault))
      for (const connection of this.#connections) connection.end(fault)
    else if (this.#open.size > 0) void this.#listening.reports.connected(false)
  }

  #noteOpen(connection: SocketConnection): void {
    this.#open.add(connection)
    this.#firstOpened.resolve()
    void this.#listening.reports.connected(this.#open.size === 1)
    this.#listening.readBack()
  }

  #receive({ payload, length }: Envelope, acknowledge: () => void): void {
    const arrival = this.#arrivalOf(payload, acknowledge)
    if (arrival !== null) return this.#listening.delivery.push(arrival, length)
    // Nothing is to be kept of what is no message.
    acknowledge()
    const opened = provenOpening(payload, this.#bot)
    if (opened !== null && !this.#listening.signal.aborted) this.#inbox.opened(opened)
    if (provenRevocation(payload, this.#bot)) this.#asked.abort()
  }

  /** Null for what is no message. `onAccepted` is called once the inbox has committed it. */
  #arrivalOf(payload: unknown, onAccepted: () => void): Arrival | null {
    return arrivalOf(payload, this.#bot, async (received) => {
      await this.#insist(() => this.#inbox.receive(received))
      onAccepted()
    })
  }

  /** Repeats a call that the inbox rejects, with growing pauses. */
  async #insist(call: () => Promise<void>): Promise<void> {
    const { signal } = this.#listening
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
}
