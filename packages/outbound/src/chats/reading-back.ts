import { backoff } from '../backoff.ts'
import { InboxRejected, type Arrival, type Delivery } from './delivery.ts'
import { pause, type Timing } from '../timing.ts'

type Failure = Parameters<ReturnType<typeof backoff>['nextDelayMs']>[0]

export type ReadingBackOptions = {
  readonly delivery: Delivery
  readonly timing: Timing
  /** Faults that rarely pass by themselves. */
  readonly persistentFaults: readonly string[]
  readonly signal: AbortSignal
  /** Whether the server can be read from now. */
  readonly isConnected: () => boolean
  /** What the server still has, oldest first per channel; null for what is not to be handed over. */
  readonly missed: () => AsyncIterable<Arrival | null>
  readonly failureOf: (error: unknown) => Failure
  /** Called before each attempt. */
  readonly onBegun: () => void
  readonly onCaughtUp: (count: number) => void
  readonly onFailed: (reason: string) => void
}

/** A running loop. It ends with the signal. */
export type ReadingBack = { readonly wake: () => void; readonly ended: Promise<void> }

/** More was lost while reading back, as in a flood: not a failure, but to be retried with a pause. */
const lostMore: Failure = { fault: 'server_failing', retryAfterSeconds: null }

/** Reads back what was lost, whenever there is a connection, until nothing is missing. To be woken by losses and connections. */
export function readingBack(options: ReadingBackOptions): ReadingBack {
  const { delivery, timing, signal } = options
  let wake: (() => void) | null = null

  async function readBack(): Promise<void> {
    const checkpoint = delivery.checkpoint()
    let count = 0
    for await (const arrival of options.missed()) {
      if (arrival !== null) await delivery.deliver(arrival)
      count += 1
    }
    await delivery.recovered(checkpoint)
    options.onCaughtUp(count)
  }
  /** What to wait for after an attempt; null when nothing is missing. */
  async function attempt(): Promise<Failure | null> {
    try {
      await readBack()
      return delivery.isIncomplete ? lostMore : null
    } catch (error) {
      const failed = options.failureOf(error)
      if (!signal.aborted)
        options.onFailed(error instanceof InboxRejected ? 'not_taken' : failed.fault)
      return failed
    }
  }
  async function run(): Promise<void> {
    const waits = backoff(timing, options.persistentFaults)
    while (!signal.aborted) {
      if (delivery.isIncomplete && options.isConnected()) {
        options.onBegun()
        const failed = await attempt()
        if (failed === null) waits.reset()
        else await pause(timing, waits.nextDelayMs(failed), signal)
      } else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  signal.addEventListener('abort', () => wake?.())
  return { wake: () => wake?.(), ended: run() }
}
