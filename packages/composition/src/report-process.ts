import { heartbeatSeconds, type Ports, type RunningProcess } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'

const closeMs = 1_000

/**
 * Reports this process every 10 seconds until it is closed, and then removes it. Ignores failures: a
 * database that does not respond is reported elsewhere.
 */
export function reportProcess(
  { processReports }: Pick<Ports, 'processReports'>,
  process: RunningProcess,
  everyMs = heartbeatSeconds * 1_000,
): { readonly close: () => Promise<void> } {
  const ending = new AbortController()
  const { signal } = ending
  async function keepReporting(): Promise<void> {
    while (!signal.aborted) {
      await processReports.report(process).catch(() => {})
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const ended = keepReporting()
  return {
    async close() {
      ending.abort()
      const removed = ended.then(() => processReports.remove(process.id)).catch(() => {})
      // Nothing waits for a database that does not respond: the report expires.
      await Promise.race([removed, sleep(closeMs, undefined, { ref: false })])
    },
  }
}
