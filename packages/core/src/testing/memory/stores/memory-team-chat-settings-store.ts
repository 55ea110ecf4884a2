import type { TeamChatSettingsStore } from '../../../ports/stores/team-chat-settings-store.ts'
import type { MemoryTables } from '../memory-database.ts'

export const memoryTeamChatSettingsStore = ({ teamChat }: MemoryTables): TeamChatSettingsStore => ({
  read: async () => teamChat.get('server')!,
  lock: async () => teamChat.get('server')!,

  async update(changed) {
    teamChat.set('server', changed)
  },
})
