import type { ChatBot } from './chat-bot.ts'

/** What a person has opened before they ask: the home of the bot, or their conversation with it. */
export type OpenedChat = {
  readonly place: 'home' | 'conversation'
  readonly authorId: string
  readonly channelId: string
}

/** What a person finds there. */
export type ChatGreeting = {
  /** Markdown, for the home. */
  readonly text: string
  /** Questions to choose from, for the conversation. */
  readonly prompts: readonly string[]
}

/** Shows people what they can do with a bot, where they open it. */
export interface ChatGreeter<Bot = ChatBot> {
  /** Replaces what is shown to the person there. Throws if the platform does not take it: nothing depends on it. */
  greet(bot: Bot, opened: OpenedChat, greeting: ChatGreeting): Promise<void>
}
