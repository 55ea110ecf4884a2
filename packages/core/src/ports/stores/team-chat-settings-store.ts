import type { TeamChatSettings } from '../../model/team-chat/team-chat-settings.ts'

/** The settings of team chat, inside a transaction: one row that always exists. */
export interface TeamChatSettingsStore {
  read(): Promise<TeamChatSettings>

  /**
   * Locks and returns the settings. No other transaction locks or changes them until this one ends.
   */
  lock(): Promise<TeamChatSettings>

  /** When the settings were last changed, by the database's time. */
  findUpdatedAt(): Promise<Date>

  update(settings: TeamChatSettings): Promise<void>
}
