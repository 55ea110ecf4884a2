import {
  proxyReportDays,
  type ProxyReportStore,
} from '../../../../ports/stores/platform/proxy-report-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

export const memoryProxyReportStore = (
  { proxyReports }: MemoryTables,
  now: Date,
): ProxyReportStore => {
  const isCurrent = (seenAt: Date) =>
    seenAt.getTime() > now.getTime() - proxyReportDays * 86_400_000
  return {
    async record(peer) {
      for (const [other, seenAt] of proxyReports) if (!isCurrent(seenAt)) proxyReports.delete(other)
      proxyReports.set(peer, now)
    },

    list: async (limit) =>
      [...proxyReports]
        .filter(([, seenAt]) => isCurrent(seenAt))
        .map(([peer, seenAt]) => ({ peer, seenAt }))
        .toSorted((one, other) => other.seenAt.getTime() - one.seenAt.getTime())
        .slice(0, limit),
  }
}
