import type { ChatSource } from '../../model/chat/chat-source.ts'
import type { ChatBot } from './chat-bot.ts'
import type { ChatGreeter } from './chat-greeter.ts'
import type { ChatListener } from './chat-listener.ts'
import type { ChatProbe } from './chat-probe.ts'
import type { ChatThreads } from './chat-threads.ts'
import type { ChatWebhook } from './chat-webhook.ts'

/** What Ken needs of the platform of a chat. */
export type ChatPlatform<Source extends ChatSource> = {
  readonly probe: ChatProbe<Source>
  readonly listener: ChatListener<ChatBot<Source>>
  readonly threads: ChatThreads<ChatBot<Source>>
  /** Absent where nothing is opened before people ask. */
  readonly greeter?: ChatGreeter<ChatBot<Source>>
}

/** The platforms of all chats. */
export type ChatPlatforms = { readonly [Source in ChatSource]: ChatPlatform<Source> } & {
  readonly bot_messenger: { readonly webhook: ChatWebhook }
}
