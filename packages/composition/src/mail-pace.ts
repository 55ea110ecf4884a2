import { takeTurn, type Database } from '@ken/postgres'
import type { JobWork } from '@ken/queue'
import { setTimeout as sleep } from 'node:timers/promises'

/** As long as a mail server may take for each mail without losing the pace. */
const secondsPerMail = 2
/** Jobs of a batch wait for the slowest of them, so a batch holds no more than a tenth of a second brings, and at most this many. */
const onServer = { atOnceMax: 10, batchMax: 5 }
/** Twice as many: what is under way at once shares the flushes of the one session. As many batches as on a server. */
const onEmbedded = { atOnceMax: 20, batchMax: 10 }
const batchesPerSecond = 10

/**
 * The pace of mails of which there are many, over all processes of a database. An embedded database has one process,
 * which counts for itself: there, a turn in the database would cost each mail a write to the disk.
 */
export const mailPace = (
  database: Pick<Database, 'backgroundQuery'>,
  isEmbedded: boolean,
  perSecond: number,
): JobWork['paced'] => {
  const { atOnceMax, batchMax } = isEmbedded ? onEmbedded : onServer
  const waitMs = isEmbedded ? localTurns(perSecond) : () => takeTurn(database, { name: 'mail', perSecond })
  return {
    atOnceMax: Math.min(secondsPerMail * perSecond, atOnceMax),
    batchMax: Math.max(1, Math.min(Math.floor(perSecond / batchesPerSecond), batchMax)),
    turn: async () => sleep(await waitMs()),
  }
}

/** Turns of this process, at most `perSecond` a second: each call takes one and returns in how many milliseconds it comes. */
export function localTurns(perSecond: number, now: () => number = () => performance.now()): () => number {
  let next = Number.NEGATIVE_INFINITY
  return () => {
    const at = now()
    const turn = Math.max(next, at)
    next = turn + 1_000 / perSecond
    return turn - at
  }
}
