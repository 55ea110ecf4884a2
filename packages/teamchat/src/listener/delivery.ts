import type { ChatMessage, DroppedEvent, Log, Result, ChatInbox } from '@ken/core/ports'
import { fieldsOf } from '../rest/fields.ts'
import { parseDirectMessage } from './posted-event.ts'

/** How far a post may be ahead of its server's clock. Imports can create posts in the future, which must not move the mark. */
const clockSkewMsMax = 5_000
/** How much may wait for a slow inbox, such as while hundreds of people write at once. The rest is read back later. */
const waitingEventsMax = 4_096
const waitingLengthMax = 16 * 1024 * 1024

/** Events are handed over in this many concurrent queues: each may wait for the database. */
const partitionsCount = 8

/** The inbox rejected an event. */
export class EventRejected extends Error {
  constructor(cause: unknown) {
    super('The inbox rejected an event.', { cause })
    this.name = 'EventRejected'
  }
}

export type DeliveryOptions = {
  /** The bot that the events are for. */
  readonly botId: string
  readonly inbox: ChatInbox
  readonly log: Log
  readonly signal: AbortSignal
  /** The time of the server's clock. */
  readonly serverNowMs: () => number
  /** Called each time something is lost. */
  readonly onLoss: () => void
}

type Received = Result<ChatMessage, DroppedEvent>

/** The state when reading back began. */
export type Checkpoint = { readonly losses: number; readonly newestMs: number }

/**
 * Hands events to an inbox: those of one channel sequentially and in order. Keeps the high-water mark up to which
 * everything posted to the bot was received; it moves only while nothing is lost and nothing older is in progress.
 */
export class Delivery {
  readonly #options: DeliveryOptions
  readonly #partitions: Promise<void>[] = Array.from({ length: partitionsCount }, () =>
    Promise.resolve(),
  )
  /** Runs in the order in which events came. */
  #tail: Promise<void> = Promise.resolve()
  #waiting = { events: 0, length: 0 }
  /** The newest post that was received, by the server's clock. */
  #newestMs = 0
  #settledMs = -Infinity
  #reportedMs = -Infinity
  #losses = 0
  #recoveredLosses = 0

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  /** The high-water mark, by the server's clock; null before it is known. */
  get settledMs(): number | null {
    return this.#settledMs === -Infinity ? null : this.#settledMs
  }

  /** Sets the mark without events: to one that the inbox knows, or to a new one that it is still to be sent. */
  begin(atMs: number, from: 'known' | 'new'): void {
    this.#settledMs = atMs
    if (from === 'known') this.#reportedMs = atMs
  }

  /** To be read before reading back begins, and passed to `recovered` at its end. */
  checkpoint(): Checkpoint {
    return { losses: this.#losses, newestMs: this.#newestMs }
  }

  get isIncomplete(): boolean {
    return this.#losses > this.#recoveredLosses
  }

  noteLoss(): void {
    this.#losses += 1
    this.#options.onLoss()
  }

  /** Receives a new event. Never throws: an event that cannot be handed over counts as lost until it is read back. */
  push(event: object, length: number): void {
    const { events, length: waitingLength } = this.#waiting
    if (events >= waitingEventsMax || waitingLength + length > waitingLengthMax)
      return this.noteLoss()
    this.#waiting = { events: events + 1, length: waitingLength + length }
    void this.deliver(event)
      .catch(() => this.noteLoss())
      .finally(() => {
        this.#waiting = { events: this.#waiting.events - 1, length: this.#waiting.length - length }
      })
  }

  /** Hands an event over after those of its channel, and moves the mark after all others. Throws `EventRejected`. */
  deliver(event: object): Promise<void> {
    const received = parseDirectMessage(event, this.#options.botId)
    const partition = partitionOf(event)
    const arrival = this.#partitions[partition]!.then(() => this.#handOver(received))
    this.#partitions[partition] = arrival.catch(() => {})
    return this.#inOrder(async () => {
      await arrival
      if (this.#options.signal.aborted) return
      const postedMs = postedMsOf(received)
      if (postedMs <= this.#options.serverNowMs() + clockSkewMsMax)
        this.#newestMs = Math.max(this.#newestMs, postedMs)
      await this.#settle()
    })
  }

  /** Everything lost before the checkpoint was read back and received; later losses were not. */
  async recovered({ losses, newestMs }: Checkpoint): Promise<void> {
    this.#recoveredLosses = Math.max(this.#recoveredLosses, losses)
    this.#settledMs = Math.max(this.#settledMs, newestMs)
    await this.#inOrder(async () => (this.#options.signal.aborted ? undefined : this.#settle()))
  }

  /** Resolves when no call to the inbox is in progress; after the signal, none follows. */
  idle(): Promise<void> {
    return this.#tail
  }

  async #handOver(received: Received): Promise<void> {
    const { inbox, signal } = this.#options
    if (signal.aborted) return
    try {
      await inbox.receive(received)
    } catch (error) {
      throw new EventRejected(error)
    }
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const turn = this.#tail.then(work)
    this.#tail = turn.catch(() => {})
    return turn
  }

  async #settle(): Promise<void> {
    const { inbox, log } = this.#options
    if (!this.isIncomplete) this.#settledMs = Math.max(this.#settledMs, this.#newestMs)
    if (this.#settledMs <= this.#reportedMs) return
    try {
      await inbox.caughtUp(new Date(this.#settledMs))
      this.#reportedMs = this.#settledMs
    } catch {
      // The next call repeats it; until then more is read back than needed.
      log.warn('team_chat.settled_failed')
    }
  }
}

/** The same for all events of a channel. */
function partitionOf(event: object): number {
  const { channel_id: channelId } = fieldsOf(fieldsOf(event)['broadcast'])
  // Ids are random.
  return typeof channelId === 'string' ? (channelId.codePointAt(0) ?? 0) % partitionsCount : 0
}

/** When the post of a direct channel was written; 0 for every other event. */
const postedMsOf = (received: Received): number =>
  (received.ok ? received.value : received.error.post)?.postedAt.getTime() ?? 0
