import type { ServedChatSource } from '../model/chat/chat-source.ts'
import type {
  ChatGreeter,
  ChatListener,
  ChatPlatforms,
  ChatThreads,
  ServedChatBot,
} from '../ports/index.ts'

type Platform = {
  readonly listener: ChatListener<ServedChatBot>
  readonly threads: ChatThreads<ServedChatBot>
  readonly greeter?: ChatGreeter<ServedChatBot>
}

/** The platform of a source. Give it bots of this source only. */
export const platformOf = (platforms: ChatPlatforms, source: ServedChatSource): Platform =>
  platforms[source]
