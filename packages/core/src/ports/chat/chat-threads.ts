import type { ChatBot } from './chat-bot.ts'
import type { ChatPostId } from '../../model/chat/chat-post.ts'

/** A thread in a direct channel; the key of a conversation. */
export type ChatThread = { readonly channelId: string; readonly rootId: ChatPostId }

/** The answer to one post, in parts that each fit into a post. */
export type ChatAnswer = {
  readonly thread: ChatThread
  readonly replyTo: { readonly postId: ChatPostId; readonly postedAt: Date }
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

/** Writes into the threads of a chat, as its bot. */
export interface ChatThreads<Bot = ChatBot> {
  /**
   * Posts the parts that the thread does not show yet, in order. Idempotent: repeated with the same
   * parts after any failure, it posts none twice; of two concurrent calls one may throw. Throws
   * `Unavailable` for a temporary failure, such as no connection, a busy server or a refused token;
   * posted parts then stay.
   */
  answer(bot: Bot, answer: ChatAnswer): Promise<AnswerOutcome>

  /** Shows the bot as typing in the thread, for at most five minutes. Neither waits nor throws. */
  startTyping(bot: Bot, thread: ChatThread): Typing
}
