import type { Clock } from '../../../ports/platform/clock.ts'
import {
  listenerReportSeconds,
  type ListenerReport,
  type TeamChatHealth,
} from '../../../ports/team-chat/team-chat-health.ts'

export function memoryTeamChatHealth(clock: Clock): TeamChatHealth {
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
