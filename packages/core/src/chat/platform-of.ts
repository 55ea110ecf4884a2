import type { ChatSource } from '../model/chat/chat-source.ts'
import type { ChatGreeter, ChatListener, ChatPlatforms, ChatThreads } from '../ports/index.ts'

type Platform = {
  readonly listener: ChatListener
  readonly threads: ChatThreads
  readonly greeter?: ChatGreeter
}

/** The platform of a source. Give it bots of this source only. */
export const platformOf = (platforms: ChatPlatforms, source: ChatSource): Platform =>
  platforms[source]
