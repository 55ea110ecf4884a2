import { createContext, Script } from 'node:vm'

const call = new Script('work()')
const sandbox: { work: () => unknown } = { work: () => null }
createContext(sandbox)

/** How much longer the next try may last, at most. */
const longerMax = 4

/**
 * What the work gives, or null when it has not ended within so much time of the processor: time in which other
 * processes have it does not count, so that the answer is the same on a busy machine. The work is cut off wherever it
 * is, and may be begun again, so it must change nothing outside of itself. What it throws is thrown.
 */
export function withinTime<Value>(milliseconds: number, work: () => Value): Value | null {
  sandbox.work = work
  for (let timeout = milliseconds; ;) {
    const begun = process.threadCpuUsage()
    try {
      // The script does nothing but give what the work gives.
      return call.runInContext(sandbox, { timeout: Math.ceil(timeout) }) as Value
    } catch (error) {
      if (!isTimeout(error)) throw error
      const { user, system } = process.threadCpuUsage(begun)
      const used = (user + system) / 1_000
      if (used >= milliseconds * 0.9) return null
      // As long as the share of the processor that it just had makes enough, so that trying again costs no more than once.
      timeout *= Math.min(longerMax, Math.max(1.2, (1.2 * milliseconds) / used))
    }
  }
}

/** The error comes from the other context, whose `Error` is not the one of here. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
