import { heartbeatLifetimeSeconds } from '../../../ports/platform/background-heartbeats.ts'
import type { Clock } from '../../../ports/platform/clock.ts'
import type { ProcessReports, SeenProcess } from '../../../ports/platform/process-reports.ts'

export function memoryProcessReports(clock: Clock): ProcessReports {
  const seen = new Map<string, SeenProcess>()
  const isRunning = ({ seenAt }: SeenProcess) => {
    const agoMs = clock.now().getTime() - seenAt.getTime()
    return Math.abs(agoMs) < heartbeatLifetimeSeconds * 1_000
  }
  return {
    async report(process) {
      seen.set(process.id, { ...process, seenAt: clock.now() })
    },
    async remove(id) {
      seen.delete(id)
    },
    list: async () =>
      [...seen.values()]
        .filter(isRunning)
        .toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime()),
  }
}
