import type { PostId } from '../../model/team-chat/post-id.ts'
import type { TeamChatServer } from './team-chat-probe.ts'

/** The bot on its server. */
export type TeamChatBot = TeamChatServer & { readonly botId: string }

/** A thread in a direct channel; the key of a conversation. */
export type TeamChatThread = { readonly channelId: string; readonly rootId: PostId }

/** The answer to one post, in parts that each fit into a post. */
export type TeamChatAnswer = {
  readonly thread: TeamChatThread
  readonly replyTo: { readonly postId: PostId; readonly postedAt: Date }
  readonly parts: readonly string[]
  /** None of it can have been posted, so no look-up is needed. */
  readonly isNew: boolean
}

/**
 * `thread_gone`: its root was deleted. `refused`: permanently, by the server, such as in an
 * archived channel.
 */
export type AnswerOutcome = 'posted' | 'thread_gone' | 'refused'

/** Shown until it is stopped. */
export type Typing = { readonly stop: () => void }

/** Writes into threads of a team-chat server, as the bot. */
export interface TeamChatThreads {
  /**
   * Posts the parts that the thread does not show yet, in order. Idempotent: repeated with the same
   * parts after any failure, it posts none twice; of two concurrent calls one may throw. Throws
   * `Unavailable` for a temporary failure, such as no connection, a busy server or a refused token;
   * posted parts then stay.
   */
  answer(bot: TeamChatBot, answer: TeamChatAnswer): Promise<AnswerOutcome>

  /** Shows the bot as typing in the thread, for at most five minutes. Neither waits nor throws. */
  startTyping(bot: TeamChatBot, thread: TeamChatThread): Typing
}
