import type { ChatBot } from './chat-bot.ts'
import type { ChatPostId } from '../../model/chat/chat-post.ts'

/** A thread in a direct channel; the key of a conversation. */
export type ChatThread = { readonly channelId: string; readonly rootId: ChatPostId }

/** The answer to one post, in parts that each fit into a post. */
export type ChatAnswer = {
  readonly thread: ChatThread
  readonly replyTo: { readonly postId: ChatPostId; readonly postedAt: Date }
  /**
   * What was typed as a command. The platform shows it nowhere, so the first message of the answer repeats it, begins a
   * thread, and holds the rest of the answer below it.
   */
  readonly asked?: string
  readonly parts: readonly string[]
  /** None of it can have been posted, so no look-up is needed. */
  readonly isNew: boolean
  /** Set if the parts replace those of an earlier answer, which may be posted in part and does not go on. */
  readonly replaces?: ReplacedAnswer
}

export type ReplacedAnswer = {
  readonly partsCount: number
  /** Whether to post nothing if no part of the earlier answer is posted. */
  readonly onlyIfBegun: boolean
}

/** What is known of the parts of an answer that were posted, and where to note it. */
export type DeliveryLedger = {
  /** The message of each part, as far as it was noted; null for none. Shorter than the parts if the last ones have none. */
  readonly placed: readonly (ChatPostId | null)[]
  /**
   * Notes the message that holds a part, or is reserved for it. It is stored once this resolves, and given to every later
   * attempt. The first note of a part stays: returns the message that is noted.
   */
  note(part: number, messageId: ChatPostId): Promise<ChatPostId>
}

/**
 * `not_begun`: of the answer to be replaced nothing is posted. `thread_gone`: its root was deleted. `refused`: permanently, by the server, such as in an
 * archived channel.
 */
export type AnswerOutcome = 'posted' | 'not_begun' | 'thread_gone' | 'refused'

/** Shown until it is stopped. */
export type Typing = {
  readonly stop: () => void
  /**
   * Shows Markdown that is not posted, instead of what it showed before for the same post; it goes with the answer to that
   * post. Resolves once nothing is on its way any more, shown or not, after five seconds at most; never rejects. Null on
   * platforms that cannot.
   */
  readonly write: ((text: string, postId: ChatPostId) => Promise<void>) | null
}

/** Writes into the threads of a chat, as its bot. */
export interface ChatThreads<Bot = ChatBot> {
  /**
   * Posts the parts that the thread does not show yet, in order. On a platform that reserves messages, writes them into the
   * noted ones instead, over what is there, and removes the noted ones of further parts. On every other platform, what
   * replaces an answer is posted below those of its parts that are there, unless all are, and the answer does not go on
   * afterwards. Idempotent: repeated with the same
   * parts and the same ledger after any failure, it posts none twice; of two concurrent calls one may throw. Throws
   * `Unavailable` for a temporary failure, such as no connection, a busy server or a refused token;
   * posted parts then stay.
   */
  answer(bot: Bot, answer: ChatAnswer, ledger: DeliveryLedger): Promise<AnswerOutcome>

  /** Shows the bot as typing in the thread, for at most five minutes. Neither waits nor throws. */
  startTyping(bot: Bot, thread: ChatThread): Typing
}
