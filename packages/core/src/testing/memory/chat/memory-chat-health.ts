import type { Clock } from '../../../ports/platform/clock.ts'
import {
  listenerReportSeconds,
  type ListenerReport,
  type ChatHealth,
} from '../../../ports/chat/chat-health.ts'

export function memoryChatHealth(clock: Clock): ChatHealth {
  const reports = new Map<string, { readonly report: ListenerReport; readonly endsAtMs: number }>()
  return {
    async beat(botId, report) {
      reports.set(botId, {
        report,
        endsAtMs: clock.now().getTime() + listenerReportSeconds * 1_000,
      })
    },

    async remove(botId) {
      reports.delete(botId)
    },

    async read(botId) {
      const known = reports.get(botId)
      return known !== undefined && known.endsAtMs > clock.now().getTime() ? known.report : null
    },
  }
}
