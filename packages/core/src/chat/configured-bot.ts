import { messengerBotOf } from '../credentials/bot-messenger-token.ts'
import { botOf } from '../credentials/bot-token.ts'
import { workspaceBotOf } from '../credentials/workspace-chat-tokens.ts'
import { isMessengerAvailable } from '../model/bot-messenger/bot-messenger-settings.ts'
import type { ChatSource } from '../model/chat/chat-source.ts'
import { isAvailable } from '../model/team-chat/team-chat-settings.ts'
import { isWorkspaceAvailable } from '../model/workspace-chat/workspace-chat-settings.ts'
import type { BotSettingsReaders, ChatBot, Ports } from '../ports/index.ts'

/** The bot of a chat, as it is set up at the moment. */
export type ConfiguredBot = {
  /** Whether it is on, with everything that it needs. */
  readonly isAvailable: boolean
  /** Its id on the platform; null while unknown. */
  readonly botId: string | null
  /** Whether people may be linked by an address that the platform confirmed. */
  readonly matchesByEmail: boolean
  /** Questions that people are shown to choose from. */
  readonly prompts: readonly string[]
  /**
   * The bot with its credentials. Null if it is off (unless `while_off` is given), if it has no credentials, or if no
   * key decrypts them, which is logged.
   */
  readonly open: (also?: 'while_off') => ChatBot | null
}

type Keys = Pick<Ports, 'cipher' | 'log'>

const readers: {
  readonly [Source in ChatSource]: (
    keys: Keys,
    settings: BotSettingsReaders,
  ) => Promise<ConfiguredBot>
} = {
  async teamchat(keys, { teamChatSettings }) {
    const settings = await teamChatSettings.read()
    return {
      isAvailable: isAvailable(settings),
      matchesByEmail: false,
      prompts: [],
      botId: settings.botUserId,
      open: (also) => botOf(keys, also === undefined ? settings : { ...settings, enabled: true }),
    }
  },
  async workspace_chat(keys, { workspaceChatSettings }) {
    const settings = await workspaceChatSettings.read()
    return {
      isAvailable: isWorkspaceAvailable(settings),
      matchesByEmail: settings.matchesByEmail,
      prompts: settings.hasAiFeatures ? settings.prompts : [],
      botId: settings.botUserId,
      open: (also) =>
        workspaceBotOf(keys, also === undefined ? settings : { ...settings, enabled: true }),
    }
  },
  async bot_messenger(keys, { botMessengerSettings }) {
    const settings = await botMessengerSettings.read()
    return {
      isAvailable: isMessengerAvailable(settings),
      matchesByEmail: false,
      prompts: [],
      botId: settings.botUserId,
      open: (also) =>
        messengerBotOf(keys, also === undefined ? settings : { ...settings, enabled: true }),
    }
  },
}

/** Reads the settings of the bot of a chat, inside a transaction or outside. */
export const configuredBot = (
  keys: Keys,
  settings: BotSettingsReaders,
  source: ChatSource,
): Promise<ConfiguredBot> => readers[source](keys, settings)
