import type { BotSettings } from '../../../../model/chat/bot-settings.ts'
import type { BotSettingsStore } from '../../../../ports/stores/chat/bot-settings-store.ts'

export const memoryBotSettingsStore = <Settings extends BotSettings>(
  settings: Map<'bot', Settings>,
  updatedAt: Map<'bot', Date>,
  now: Date,
): BotSettingsStore<Settings> => ({
  read: async () => settings.get('bot')!,
  lock: async () => settings.get('bot')!,
  lockShared: async () => settings.get('bot')!,

  findUpdatedAt: async () => updatedAt.get('bot')!,

  async update(changed) {
    updatedAt.set('bot', now)
    settings.set('bot', changed)
  },
})
