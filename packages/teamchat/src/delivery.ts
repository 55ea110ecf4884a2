import type { Log, TeamChatInbox } from '@ken/core/ports'
import { fieldsOf } from './v4-posts.ts'

/** How far a post may be ahead of its server's clock: an import can make posts of the future, and those settle nothing. */
const aheadMsMax = 5_000
/** How much may wait for a slow inbox, such as while hundreds write at once; what comes beyond that is read back later, which takes longer. */
const waitingEventsMax = 4_096
const waitingLengthMax = 16 * 1024 * 1024

/** Events of so many channels are handed over at once: each may wait for a database, and many people may write at once. */
const lanes = 8

/** The inbox did not take an event. */
export class NotTaken extends Error {
  constructor(cause: unknown) {
    super('The inbox did not take an event.', { cause })
    this.name = 'NotTaken'
  }
}

export type DeliveryOptions = {
  readonly inbox: TeamChatInbox
  readonly log: Log
  readonly signal: AbortSignal
  /** What the server's clock shows. */
  readonly serverNowMs: () => number
  /** Called when something was lost, whenever that is. */
  readonly onLoss: () => void
}

/** What was known when reading back began. */
export type Checkpoint = { readonly losses: number; readonly newestMs: number }

/**
 * Hands events to an inbox, those of one channel one at a time and in order, and knows up to when everything written to the
 * bot was taken: only while nothing is lost, and nothing of before is under way, does that move on.
 */
export class Delivery {
  readonly #options: DeliveryOptions
  readonly #lanes: Promise<void>[] = Array.from({ length: lanes }, () => Promise.resolve())
  /** In the order in which events came. */
  #tail: Promise<void> = Promise.resolve()
  #waiting = { events: 0, length: 0 }
  /** The newest post that was taken, by the server's clock. */
  #newestMs = 0
  #settledMs = -Infinity
  #toldMs = -Infinity
  #losses = 0
  #recoveredLosses = 0

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  /** Up to when everything was taken, by the server's clock; null before it is known. */
  get settledMs(): number | null {
    return this.#settledMs === -Infinity ? null : this.#settledMs
  }

  /** Nothing from before is to be taken: because it was, as the inbox knows, or because that is news to it. */
  begin(atMs: number, from: 'known' | 'news'): void {
    this.#settledMs = atMs
    if (from === 'known') this.#toldMs = atMs
  }

  /** To be taken before reading back begins, and given to `recovered` when it is done. */
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

  /** Takes an event that just came. Never throws: what cannot be handed over now is lost until it is read back. */
  push(event: object, length: number): void {
    const { events, length: waitingLength } = this.#waiting
    if (events >= waitingEventsMax || waitingLength + length > waitingLengthMax) return this.noteLoss()
    this.#waiting = { events: events + 1, length: waitingLength + length }
    void this.hand(event)
      .catch(() => this.noteLoss())
      .finally(() => {
        this.#waiting = { events: this.#waiting.events - 1, length: this.#waiting.length - length }
      })
  }

  /** Hands an event over behind all of its channel that wait, and settles it behind all that wait. Throws `NotTaken`. */
  hand(event: object): Promise<void> {
    const lane = laneOf(event)
    const arrival = this.#lanes[lane]!.then(() => this.#arrive(event))
    this.#lanes[lane] = arrival.catch(() => {})
    return this.#inTurn(async () => {
      await arrival
      if (this.#options.signal.aborted) return
      const at = directPostTime(event) ?? 0
      if (at <= this.#options.serverNowMs() + aheadMsMax) this.#newestMs = Math.max(this.#newestMs, at)
      await this.#settle()
    })
  }

  /** Everything lost up to then was read back and taken; what was lost meanwhile was not. */
  async recovered({ losses, newestMs }: Checkpoint): Promise<void> {
    this.#recoveredLosses = Math.max(this.#recoveredLosses, losses)
    this.#settledMs = Math.max(this.#settledMs, newestMs)
    await this.#inTurn(async () => (this.#options.signal.aborted ? undefined : this.#settle()))
  }

  /** Resolves when the inbox is not being told anything; nothing follows when the signal was given before. */
  idle(): Promise<void> {
    return this.#tail
  }

  async #arrive(event: object): Promise<void> {
    const { inbox, signal } = this.#options
    if (signal.aborted) return
    try {
      await inbox.arrived(event)
    } catch (error) {
      throw new NotTaken(error)
    }
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#tail.then(work)
    this.#tail = turn.catch(() => {})
    return turn
  }

  async #settle(): Promise<void> {
    const { inbox, log } = this.#options
    if (!this.isIncomplete) this.#settledMs = Math.max(this.#settledMs, this.#newestMs)
    if (this.#settledMs <= this.#toldMs) return
    try {
      await inbox.settled(new Date(this.#settledMs))
      this.#toldMs = this.#settledMs
    } catch {
      // It is told again with the next one; until then more is read back than needed.
      log.warn('team_chat.settled_failed')
    }
  }
}

/** The same for all events of a channel. */
function laneOf(event: object): number {
  const { channel_id: channelId } = fieldsOf(fieldsOf(event)['broadcast'])
  // Ids are random.
  return typeof channelId === 'string' ? (channelId.codePointAt(0) ?? 0) % lanes : 0
}

/** When a post of a direct channel was written; null for every other event. */
function directPostTime(event: object): number | null {
  const { channel_type: type, post } = fieldsOf(fieldsOf(event)['data'])
  if (type !== 'D' || typeof post !== 'string') return null
  try {
    const at = fieldsOf(JSON.parse(post))['create_at']
    return Number.isSafeInteger(at) ? (at as number) : null
  } catch {
    return null
  }
}
