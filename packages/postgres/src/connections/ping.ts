import { Unavailable } from '@ken/core/ports'
import { orUnavailable } from '../unavailable.ts'
import type { ConnectionLosses } from './bulkheads/connection-losses.ts'
import type { Bulkhead } from './bulkheads/bulkhead.ts'
import { outsideRequests } from './request-scope.ts'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

export type PingLimits = {
  /**
   * For a reply on an open connection. Null if there is only one session and no second one to
   * compare with.
   */
  readonly replyMs: number | null
  /** For the whole ping. */
  readonly totalMs: number
}

/** What the server says about itself. */
export type Pong = {
  /** A standby, or read-only by its settings: it refuses every write. */
  readonly isReadOnly: boolean
}

/** A ping that may have no reply yet. */
type PendingPing = {
  /** Rejects with the fault. */
  readonly reply: Promise<Pong>
  readonly isSilent: () => boolean
  /** Stops waiting and closes the connection. */
  readonly drop: (fault: Error) => void
}

const pingText = `select current_setting('transaction_read_only')::boolean as "isReadOnly"`

async function sendPing(bulkhead: Bulkhead): Promise<PendingPing> {
  const held = await bulkhead.acquire()
  let isSettled = false
  const settle = (fault?: unknown, mustClose = false) => {
    if (!isSettled) void held.release(fault, mustClose)
    isSettled = true
  }
  const ask = async () => {
    try {
      const { rows } = await held.client.query<Pong>(pingText)
      const isReadOnly = rows[0]?.isReadOnly === true
      // A session stays read-only although the database may be written again.
      settle(undefined, isReadOnly)
      return { isReadOnly }
    } catch (error) {
      settle(error)
      throw error
    }
  }
  const reply = ask()
  reply.catch(() => {})
  return { reply, isSilent: () => !isSettled, drop: settle }
}

async function replyWithin(
  { reply, isSilent }: PendingPing,
  replyMs: number,
): Promise<Pong | null> {
  await Promise.race([reply, sleep(replyMs, null, { ref: false })])
  // After a pause of this process the time is up, but the reply may be there unread.
  for (let turn = 0; turn < 2 && isSilent(); turn += 1) await nextTurn()
  return isSilent() ? null : reply
}

const brokenFault = () =>
  Object.assign(new Error('The connection is silent, and a new one is not.'), { code: 'ETIMEDOUT' })
const slowFault = () => new Unavailable('database', 'The database did not respond in time.')

/**
 * Checks whether the server responds; concurrent calls share one check. If a connection does not
 * reply in time, the server is pinged on a new one. If only the old one is silent, it is broken. If
 * both are slow, the server is overloaded and its connections are left alone. Returns what the server says about itself.
 */
export function pingOn(bulkhead: Bulkhead, { replyMs, totalMs }: PingLimits): () => Promise<Pong> {
  let current: Promise<Pong> | null = null
  /** An earlier ping that still has no reply. */
  let silent: PendingPing | null = null
  const ask = async () => {
    if (silent?.isSilent() !== true) {
      silent = null
      const first = await sendPing(bulkhead)
      if (replyMs === null) return first.reply
      const reply = await replyWithin(first, replyMs)
      if (reply !== null) return reply
      silent = first
    }
    const next = await sendPing(bulkhead)
    const reply = await replyWithin(next, replyMs ?? totalMs)
    if (reply === null) {
      const slow = slowFault()
      next.drop(slow)
      throw slow
    }
    silent.drop(brokenFault())
    silent = null
    return reply
  }
  const askAgain = (error: unknown) => {
    if (error instanceof Unavailable) throw error
    return ask()
  }
  const start = () => {
    const asking = outsideRequests(() => ask().catch(askAgain))
    void asking.catch(() => {}).then(() => (current = null))
    return asking
  }
  return async () => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      late.reject(slowFault())
    }, totalMs).unref()
    try {
      return await Promise.race([(current ??= start()), late.promise])
    } catch (error) {
      throw orUnavailable(error)
    } finally {
      clearTimeout(timer)
    }
  }
}

const lookEveryMs = 500

export type WatchedBulkhead = {
  readonly bulkhead: Pick<Bulkhead, 'longestSilenceMs' | 'dropSilent'>
  /** How long a statement may go without a reply after connections were lost. */
  readonly patienceMs: number
}

/**
 * Pings the server when a statement has waited long for a reply. If connections are broken and the
 * server is not, closes the silent ones well before their own timeout, so that new ones replace
 * them.
 */
export function watchSilence(
  bulkheads: readonly WatchedBulkhead[],
  ping: () => Promise<unknown>,
  { isRecent }: Pick<ConnectionLosses, 'isRecent'>,
): { readonly close: () => void } {
  const look = async () => {
    if (!bulkheads.some(({ bulkhead, patienceMs }) => bulkhead.longestSilenceMs() > patienceMs))
      return
    await ping()
    if (isRecent())
      for (const { bulkhead, patienceMs } of bulkheads) bulkhead.dropSilent(patienceMs)
  }
  const timer = setInterval(() => void look().catch(() => {}), lookEveryMs).unref()
  return { close: () => clearInterval(timer) }
}
