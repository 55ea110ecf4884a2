import type { SettingsStore } from '../../../../ports/stores/platform/settings-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

export const memorySettingsStore = ({ settings }: MemoryTables): SettingsStore => ({
  read: async () => settings.get('organisation')!,
  lock: async () => settings.get('organisation')!,

  async update(changed) {
    settings.set('organisation', { ...settings.get('organisation')!, ...changed })
  },
})
