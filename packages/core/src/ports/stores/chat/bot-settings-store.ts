import type { BotMessengerSettings } from '../../../model/bot-messenger/bot-messenger-settings.ts'
import type { BotSettings } from '../../../model/chat/bot-settings.ts'
import type { TeamChatSettings } from '../../../model/team-chat/team-chat-settings.ts'
import type { WorkspaceChatSettings } from '../../../model/workspace-chat/workspace-chat-settings.ts'

/** The settings of the bot of a platform, inside a transaction: one row that always exists. */
export interface BotSettingsStore<Settings extends BotSettings> {
  read(): Promise<Settings>

  /**
   * Locks and returns the settings. No other transaction locks or changes them until this one ends.
   */
  lock(): Promise<Settings>

  /**
   * Returns the settings. No other transaction locks or changes them until this one ends, but any number may share them.
   * Do not call `lock` after it: two transactions that do so deadlock.
   */
  lockShared(): Promise<Settings>

  /** When the settings were last changed, by the database's time. */
  findUpdatedAt(): Promise<Date>

  update(settings: Settings): Promise<void>
}

type Reader<Settings extends BotSettings> = Pick<BotSettingsStore<Settings>, 'read'>

/** The settings of the bots of all platforms, outside of a transaction: each takes one round trip. */
export type BotSettingsReaders = {
  readonly botMessengerSettings: Reader<BotMessengerSettings>
  readonly teamChatSettings: Reader<TeamChatSettings>
  readonly workspaceChatSettings: Reader<WorkspaceChatSettings>
}

/** The names of the stores of the settings of all bots. */
export type BotSettingsStores = keyof BotSettingsReaders
