import { Unavailable } from '@ken/core/ports'
import { orUnavailable } from '../unavailable.ts'
import type { Breaks } from './breaks.ts'
import type { Lane } from './lane.ts'
import { outsideRequests } from './request-scope.ts'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

export type PingLimits = {
  /** For an answer on a connection that is open. Null where there is one session: no other could be asked. */
  readonly answerMs: number | null
  /** In all. */
  readonly totalMs: number
}

/** A question that may be without an answer yet. */
type Asked = {
  /** Rejects with what broke. */
  readonly answer: Promise<void>
  readonly isSilent: () => boolean
  /** Waits for no answer any more, and closes the connection. */
  readonly drop: (fault: Error) => void
}

async function askOn(lane: Lane): Promise<Asked> {
  const held = await lane.hold()
  let isSettled = false
  const settle = (fault?: unknown) => {
    if (!isSettled) void held.release(fault)
    isSettled = true
  }
  const ask = async () => {
    try {
      await held.client.query('select 1')
      settle()
    } catch (error) {
      settle(error)
      throw error
    }
  }
  const answer = ask()
  answer.catch(() => {})
  return { answer, isSilent: () => !isSettled, drop: settle }
}

async function isAnswered({ answer, isSilent }: Asked, answerMs: number): Promise<boolean> {
  await Promise.race([answer, sleep(answerMs, null, { ref: false })])
  // When this process stood still, the time is up and the answer is there, but not read.
  for (let turn = 0; turn < 2 && isSilent(); turn += 1) await nextTurn()
  if (isSilent()) return false
  await answer
  return true
}

const brokenFault = () => Object.assign(new Error('The connection is silent, and a new one is not.'), { code: 'ETIMEDOUT' })
const slowFault = () => new Unavailable('database', 'The database did not answer in time.')

/**
 * Looks whether the server is there, once for all that ask at a time. When a connection does not answer in time, the server
 * is asked on a new one: a break is what leaves the old one silent while the new one answers. A server that is slow on
 * both has too much to do, and its connections are left alone.
 */
export function pingOn(lane: Lane, { answerMs, totalMs }: PingLimits): () => Promise<void> {
  let current: Promise<void> | null = null
  /** Asked earlier, and without an answer since. */
  let silent: Asked | null = null
  const ask = async () => {
    if (silent?.isSilent() !== true) {
      silent = null
      const first = await askOn(lane)
      if (answerMs === null) return first.answer
      if (await isAnswered(first, answerMs)) return
      silent = first
    }
    const next = await askOn(lane)
    if (!(await isAnswered(next, answerMs ?? totalMs))) {
      const slow = slowFault()
      next.drop(slow)
      throw slow
    }
    silent.drop(brokenFault())
    silent = null
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
      await Promise.race([(current ??= start()), late.promise])
    } catch (error) {
      throw orUnavailable(error)
    } finally {
      clearTimeout(timer)
    }
  }
}

const lookEveryMs = 500

export type WatchedLane = {
  readonly lane: Pick<Lane, 'longestSilenceMs' | 'dropSilent'>
  /** How long a statement may be without an answer when the network is known to have lost connections. */
  readonly patienceMs: number
}

/**
 * Pings the server when it has left a statement without an answer for long. If connections turn out to be broken and the
 * server is not, those that hang are closed well before their own time is up, so that new ones take their place.
 */
export function watchSilence(
  lanes: readonly WatchedLane[],
  ping: () => Promise<void>,
  { isRecent }: Pick<Breaks, 'isRecent'>,
): { readonly close: () => void } {
  const look = async () => {
    if (!lanes.some(({ lane, patienceMs }) => lane.longestSilenceMs() > patienceMs)) return
    await ping()
    if (isRecent()) for (const { lane, patienceMs } of lanes) lane.dropSilent(patienceMs)
  }
  const timer = setInterval(() => void look().catch(() => {}), lookEveryMs).unref()
  return { close: () => clearInterval(timer) }
}
