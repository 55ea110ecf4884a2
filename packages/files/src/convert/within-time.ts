import { createContext, Script } from 'node:vm'

const call = new Script('work()')
const sandbox: { work: () => unknown } = { work: () => null }
createContext(sandbox)

/** By how much the next attempt may be longer, at most. */
const longerMax = 4

/**
 * Returns the result of the work, or null when it exceeds its processor time. Time of other processes does not count, so
 * that the result is the same on a busy machine. The work may be interrupted anywhere and run again, so it must have no
 * side effects. Its errors are thrown.
 */
export function withinTime<Value>(milliseconds: number, work: () => Value): Value | null {
  for (let timeout = milliseconds; ;) {
    const begun = process.threadCpuUsage()
    let value: Value | null = null
    if (endsBefore(timeout, () => (value = work()))) return value
    const { user, system } = process.threadCpuUsage(begun)
    const used = (user + system) / 1_000
    if (used >= milliseconds * 0.9) return null
    // Long enough for the share of the processor that it just had.
    timeout *= Math.min(longerMax, Math.max(1.2, (1.2 * milliseconds) / used))
  }
}

/**
 * Runs a work and interrupts it anywhere after this time by the clock. Returns whether it ended. Its errors are thrown.
 * Takes an additional half a millisecond, because a thread watches the clock.
 */
export function endsBefore(milliseconds: number, work: () => unknown): boolean {
  sandbox.work = work
  try {
    call.runInContext(sandbox, { timeout: Math.ceil(milliseconds) })
    return true
  } catch (error) {
    if (!isTimeout(error)) throw error
    return false
  }
}

/** The error is from the other context, which has its own `Error`. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
