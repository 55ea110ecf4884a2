/** How far a post may be ahead of its server's clock. Imports can create posts in the future, which must not move the mark. */
const clockSkewMsMax = 5_000
/** How much may wait for a slow inbox, such as while hundreds of people write at once. The rest is read back later. */
const waitingEventsMax = 4_096
const waitingLengthMax = 16 * 1024 * 1024

/** The inbox rejected a call. */
export class InboxRejected extends Error {
  constructor(cause: unknown) {
    super('The inbox rejected a call.', { cause })
    this.name = 'InboxRejected'
  }
}

/** What came over a connection, or was read back. */
export type Arrival = {
  /** Those of one channel are handed over in order; null for none. */
  readonly channel: string | null
  /** By the server's clock; 0 for what does not move the mark. */
  readonly postedMs: number
  readonly handOver: () => Promise<void>
}

/** A message, or why an event is none, as far as its time matters. */
type Received =
  | { readonly ok: true; readonly value: { readonly postedAt: Date } }
  | { readonly ok: false; readonly error: { readonly post: { readonly postedAt: Date } | null } }

/**
 * An arrival. `channel` may be any JSON value; only a string orders arrivals. An event without a post does not move the
 * mark.
 */
export function arrivalIn(
  channel: unknown,
  received: Received,
  handOver: () => Promise<void>,
): Arrival {
  const post = received.ok ? received.value : received.error.post
  return {
    channel: typeof channel === 'string' ? channel : null,
    postedMs: post?.postedAt.getTime() ?? 0,
    handOver,
  }
}

export type DeliveryOptions = {
  readonly caughtUp: (until: Date) => Promise<void>
  /** Called when `caughtUp` rejected; the next call repeats it. */
  readonly onUnsettled: () => void
  readonly signal: AbortSignal
  /** The time of the server's clock. */
  readonly serverNowMs: () => number
  /** Called each time something is lost. */
  readonly onLoss: () => void
}

/** The state when reading back began. */
export type Checkpoint = { readonly losses: number; readonly newestMs: number }

/**
 * Hands events to an inbox: those of one channel sequentially and in order. Keeps the high-water mark up to which
 * everything posted to the bot was received; it moves only while nothing is lost and nothing older is in progress.
 */
export class Delivery {
  readonly #options: DeliveryOptions
  /** The last event of each channel that is still to be handed over. */
  readonly #last = new Map<string | null, Promise<void>>()
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
  push(arrival: Arrival, length: number): void {
    const { events, length: waitingLength } = this.#waiting
    if (events >= waitingEventsMax || waitingLength + length > waitingLengthMax)
      return this.noteLoss()
    this.#waiting = { events: events + 1, length: waitingLength + length }
    void this.deliver(arrival)
      .catch(() => this.noteLoss())
      .finally(() => {
        this.#waiting = { events: this.#waiting.events - 1, length: this.#waiting.length - length }
      })
  }

  /** Hands an event over after those of its channel, and moves the mark after all others. Throws `InboxRejected`. */
  deliver(arrival: Arrival): Promise<void> {
    const { postedMs } = arrival
    const received = this.#afterItsChannel(arrival)
    return this.#inOrder(async () => {
      await received
      if (this.#options.signal.aborted) return
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

  /** Channels do not wait for each other, so that the inbox can store the messages of many people together. */
  #afterItsChannel(arrival: Arrival): Promise<void> {
    const { channel } = arrival
    const before = this.#last.get(channel) ?? Promise.resolve()
    const received = before.then(() => this.#handOver(arrival))
    const ended = received
      .catch(() => {})
      .finally(() => {
        if (this.#last.get(channel) === ended) this.#last.delete(channel)
      })
    this.#last.set(channel, ended)
    return received
  }

  async #handOver({ handOver }: Arrival): Promise<void> {
    if (this.#options.signal.aborted) return
    try {
      await handOver()
    } catch (error) {
      throw new InboxRejected(error)
    }
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const turn = this.#tail.then(work)
    this.#tail = turn.catch(() => {})
    return turn
  }

  async #settle(): Promise<void> {
    const { caughtUp, onUnsettled } = this.#options
    if (!this.isIncomplete) this.#settledMs = Math.max(this.#settledMs, this.#newestMs)
    if (this.#settledMs <= this.#reportedMs) return
    try {
      await caughtUp(new Date(this.#settledMs))
      this.#reportedMs = this.#settledMs
    } catch {
      // The next call repeats it; until then more is read back than needed.
      onUnsettled()
    }
  }
}
