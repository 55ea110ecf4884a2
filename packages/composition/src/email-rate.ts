import { reserveSendSlot, type Database } from '@ken/postgres'
import type { JobWork } from '@ken/queue'
import { setTimeout as sleep } from 'node:timers/promises'

/** A mail server may take this long per email without slowing the rate. */
const secondsPerEmail = 2
/**
 * Jobs of a batch wait for the slowest one, so a batch holds at most the emails of a tenth of a
 * second, and at most this many.
 */
const onServer = { concurrencyMax: 10, batchMax: 5 }
/**
 * Twice as many: concurrent transactions share the flushes of the one session. The number of
 * batches stays the same.
 */
const onEmbedded = { concurrencyMax: 20, batchMax: 10 }
const batchesPerSecond = 10

/**
 * The rate of bulk email over all processes of a database. An embedded database has one process,
 * which counts in memory: reserving in the database would cost a flush per email.
 */
export const emailRate = (
  database: Pick<Database, 'backgroundQuery'>,
  isEmbedded: boolean,
  perSecond: number,
): JobWork['paced'] => {
  const { concurrencyMax, batchMax } = isEmbedded ? onEmbedded : onServer
  const reserveMs = isEmbedded
    ? localRate(perSecond)
    : () => reserveSendSlot(database, { name: 'mail', perSecond })
  return {
    concurrencyMax: Math.min(secondsPerEmail * perSecond, concurrencyMax),
    batchMax: Math.max(1, Math.min(Math.floor(perSecond / batchesPerSecond), batchMax)),
    waitForSlot: async () => sleep(await reserveMs()),
  }
}

/**
 * A rate limit in this process: each call reserves the next of `perSecond` slots a second and
 * returns the milliseconds until then.
 */
export function localRate(
  perSecond: number,
  now: () => number = () => performance.now(),
): () => number {
  let next = Number.NEGATIVE_INFINITY
  return () => {
    const at = now()
    const slot = Math.max(next, at)
    next = slot + 1_000 / perSecond
    return slot - at
  }
}
