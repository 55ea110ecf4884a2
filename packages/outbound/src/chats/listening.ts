import {
  ConnectionReports,
  failureOf,
  type ConnectionReportsOptions,
} from './connection-reports.ts'
import { Delivery, type Arrival } from './delivery.ts'
import { readingBack, type ReadingBack } from './reading-back.ts'
import type { Failure } from '../server-failure.ts'
import type { Timing } from '../timing.ts'

/** How late a server may list or send what was posted, and how far the clocks of its nodes may differ. */
const overlapMs = 60_000

type Reports<Fault extends string> = ConnectionReportsOptions<Fault, undefined>

export type ListeningOptions<Fault extends string> = Omit<Reports<Fault>, 'log' | 'signal'> & {
  readonly log: Reports<Fault>['log'] & {
    readonly info: (event: string, fields?: { readonly events: number }) => void
  }
  readonly inbox: Reports<Fault>['inbox'] & {
    readonly caughtUp: (until: Date) => Promise<void>
    readonly catchingUp: (isCatchingUp: boolean) => void
  }
  readonly timing: Timing
  /** The high-water mark of an earlier listener; null without one. */
  readonly since: Date | null
  /** Faults that rarely pass by themselves. */
  readonly persistentFaults: readonly Fault[]
  /** The failure of an error of the platform; null for every other error. */
  readonly known: (error: unknown) => Failure<Fault> | null
  /** The time of the server's clock. */
  readonly serverNowMs: () => number
  /** Whether the server can be read from now. */
  readonly isConnected: () => boolean
  /** What was posted after this time, by the server's clock, oldest first per channel; null for what is no event. */
  readonly missed: (afterMs: number) => AsyncIterable<Arrival | null>
  /** Called each time everything was read back. */
  readonly onCaughtUp?: () => void
}

/** What the listeners of all chats do beside their connection: hand over, read back what was lost, and report. */
export class Listening<Fault extends string> {
  readonly delivery: Delivery
  readonly reports: ConnectionReports<Fault>
  readonly #options: ListeningOptions<Fault>
  readonly #stopping = new AbortController()
  readonly #readingBack: ReadingBack
  /** Where reading back starts, by the server's clock. */
  #startMs = -Infinity

  constructor(options: ListeningOptions<Fault>) {
    const { area, log, inbox, timing, since, persistentFaults } = options
    const { signal } = this.#stopping
    this.#options = options
    this.reports = new ConnectionReports({ area, log, inbox, signal })
    this.delivery = new Delivery({
      caughtUp: (until) => inbox.caughtUp(until),
      onUnsettled: () => log.warn(`${area}.settled_failed`),
      signal,
      serverNowMs: options.serverNowMs,
      onLoss: () => this.#readingBack.wake(),
    })
    if (since !== null) {
      this.#startMs = since.getTime() - overlapMs
      this.delivery.begin(since.getTime(), 'known')
    }
    this.#readingBack = readingBack({
      delivery: this.delivery,
      timing,
      persistentFaults,
      signal,
      isConnected: options.isConnected,
      missed: () => options.missed(this.#afterMs()),
      failureOf: (error) => this.failureOf(error),
      onBegun: () => inbox.catchingUp(true),
      onCaughtUp: (events) => {
        options.onCaughtUp?.()
        log.info(`${area}.caught_up`, { events })
        inbox.catchingUp(false)
      },
      onFailed: (reason) => log.warn(`${area}.catch_up_failed`, { reason }),
    })
  }

  /** Aborted when the listener stops. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  /** Delivers from this time on, by the server's clock, if there is no earlier mark. */
  begin(atMs: number): void {
    if (this.delivery.settledMs !== null) return
    this.#startMs = atMs
    this.delivery.begin(atMs, 'new')
  }

  /** Reads back what was lost: to be called when there is a connection. */
  readBack(): void {
    this.#readingBack.wake()
  }

  /** The failure of any error. Only unexpected errors are logged. */
  failureOf(error: unknown): Failure<Fault | 'server_failing' | 'unreachable'> {
    return failureOf(error, this.#options.known, this.#options)
  }

  /** Stops, once `work` has ended by the signal. Then no call to the inbox is in progress, and none follows. */
  async stop(work: Promise<unknown>): Promise<void> {
    this.#stopping.abort()
    await Promise.all([work, this.#readingBack.ended])
    await Promise.all([this.delivery.idle(), this.reports.idle()])
  }

  #afterMs(): number {
    return Math.max(this.#startMs, (this.delivery.settledMs ?? 0) - overlapMs)
  }
}
