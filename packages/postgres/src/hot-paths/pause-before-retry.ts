import { setTimeout as sleep } from 'node:timers/promises'

const firstMs = 20
const lastMs = 200
const growth = 1.5

/**
 * How long an attempt waits before it asks again. The pauses grow by half, so that each attempt of a burst asks at most
 * ten times in a second. A decision is noticed at most 200 ms late.
 */
export const retryPauseMs = (retries: number): number =>
  Math.min(lastMs, firstMs * growth ** retries)

/** Waits for pending attempts that closed a bucket: they may prove right. */
export const pauseBeforeRetry = (retries: number): Promise<void> => sleep(retryPauseMs(retries))
