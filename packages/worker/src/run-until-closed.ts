import { setTimeout as sleep } from 'node:timers/promises'

/** Work that runs in the background until it is closed. */
export type BackgroundWork = { readonly close: () => Promise<void> }

/**
 * Runs work, which must not throw, until it is closed. Closing aborts the signal and waits for the end of the work, but no
 * longer than `drainMs`: work may wait for a database that does not respond.
 */
export function runUntilClosed(
  work: (signal: AbortSignal) => Promise<unknown>,
  drainMs: number,
): BackgroundWork {
  const ending = new AbortController()
  const ended = work(ending.signal)
  return {
    async close() {
      ending.abort()
      await Promise.race([ended, sleep(drainMs, undefined, { ref: false })])
    },
  }
}
