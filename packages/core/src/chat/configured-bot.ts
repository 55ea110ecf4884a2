import { botOf } from '../credentials/bot-token.ts'
import type { ChatSource } from '../model/chat/chat-source.ts'
import { isAvailable } from '../model/team-chat/team-chat-settings.ts'
import type { ChatBot, Ports, Stores } from '../ports/index.ts'

/** The bot of a chat, as it is set up at the moment. */
export type ConfiguredBot = {
  /** Whether it is on, with everything that it needs. */
  readonly isAvailable: boolean
  /** Its id on the platform; null while unknown. */
  readonly botId: string | null
  /** The bot with its credentials. Null if it is not available, or if no key decrypts them, which is logged. */
  readonly open: () => ChatBot | null
}

export type BotStores = Pick<Stores, 'teamChatSettings'>
type Keys = Pick<Ports, 'cipher' | 'log'>

const readers: {
  readonly [Source in ChatSource]: (keys: Keys, stores: BotStores) => Promise<ConfiguredBot>
} = {
  async teamchat(keys, { teamChatSettings }) {
    const settings = await teamChatSettings.read()
    return {
      isAvailable: isAvailable(settings),
      botId: settings.botUserId,
      open: () => botOf(keys, settings),
    }
  },
}

/** Reads the settings of the bot of a chat. */
export const configuredBot = (
  keys: Keys,
  stores: BotStores,
  source: ChatSource,
): Promise<ConfiguredBot> => readers[source](keys, stores)
