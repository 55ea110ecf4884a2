import type { BotSettings } from '../../model/chat/bot-settings.ts'

/** The settings of the bot of a platform, inside a transaction: one row that always exists. */
export interface BotSettingsStore<Settings extends BotSettings> {
  read(): Promise<Settings>

  /**
   * Locks and returns the settings. No other transaction locks or changes them until this one ends.
   */
  lock(): Promise<Settings>

  /** When the settings were last changed, by the database's time. */
  findUpdatedAt(): Promise<Date>

  update(settings: Settings): Promise<void>
}
