import type { TeamChatSettings } from '../../model/team-chat/team-chat-settings.ts'

/** The settings of team chat, inside a transaction: one row that is always there. */
export interface TeamChatSettingsStore {
  read(): Promise<TeamChatSettings>

  /** The settings as they are once no other transaction holds them; none holds or changes them until this one ends. */
  hold(): Promise<TeamChatSettings>

  /** Replaces them. */
  update(settings: TeamChatSettings): Promise<void>
}
