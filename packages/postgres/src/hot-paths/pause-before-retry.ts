import { setTimeout as sleep } from 'node:timers/promises'

const firstMs = 20
const lastMs = 200
const growth = 1.5

/**
 * How long an attempt waits before it asks again. The pauses grow, so that a burst of attempts asks ten times a second
 * instead of fifty, and none waits for more than half as long as it has waited already, or for more than 200 ms.
 */
export const retryPauseMs = (retries: number): number =>
  Math.min(lastMs, firstMs * growth ** retries)

/** Waits for pending attempts that closed a bucket: they may prove right. */
export const pauseBeforeRetry = (retries: number): Promise<void> => sleep(retryPauseMs(retries))
