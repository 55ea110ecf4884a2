import type { PostId } from '../../model/team-chat/post-id.ts'
import type { TeamChatServer } from './team-chat-probe.ts'

/** The bot as it is set up on its server. */
export type TeamChatBot = TeamChatServer & { readonly botId: string }

/** A thread in a direct channel; what a conversation is keyed by. */
export type TeamChatThread = { readonly channelId: string; readonly rootId: PostId }

/** Everything the bot says to one post, in texts that a post can hold. */
export type TeamChatAnswer = {
  readonly thread: TeamChatThread
  readonly replyTo: { readonly postId: PostId; readonly postedAt: Date }
  readonly parts: readonly string[]
  /** Nothing of it can have been posted: it need not be looked for. */
  readonly isNew: boolean
}

/** `thread_gone`: its root was deleted. `refused`: by the server, for good, such as in an archived channel. */
export type AnswerOutcome = 'posted' | 'thread_gone' | 'refused'

/** Shows until it is stopped. */
export type Typing = { readonly stop: () => void }

/** Writes into threads of a team-chat server, as the bot. */
export interface TeamChatThreads {
  /**
   * Posts the parts that the thread does not show yet, in order. Called again with the same parts, after whatever
   * failure, it posts none twice; of two calls at once one may throw. Throws `Unavailable` for what may pass: no
   * connection, a busy server, a refused token; a part that was posted then stays.
   */
  answer(bot: TeamChatBot, answer: TeamChatAnswer): Promise<AnswerOutcome>

  /** Shows the bot typing in the thread, for five minutes at most. Neither waits nor throws. */
  startTyping(bot: TeamChatBot, thread: TeamChatThread): Typing
}
