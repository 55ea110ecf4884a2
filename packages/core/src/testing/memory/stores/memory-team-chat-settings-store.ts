import type { TeamChatSettingsStore } from '../../../ports/stores/team-chat-settings-store.ts'
import type { MemoryTables } from '../memory-database.ts'

export const memoryTeamChatSettingsStore = (
  { teamChat, teamChatUpdatedAt }: MemoryTables,
  now: Date,
): TeamChatSettingsStore => ({
  read: async () => teamChat.get('server')!,
  lock: async () => teamChat.get('server')!,

  findUpdatedAt: async () => teamChatUpdatedAt.get('server')!,

  async update(changed) {
    teamChatUpdatedAt.set('server', now)
    teamChat.set('server', changed)
  },
})
