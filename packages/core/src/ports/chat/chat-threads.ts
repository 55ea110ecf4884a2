import type { ChatBot } from './chat-bot.ts'
import type { ChatPostId } from '../../model/chat/chat-post.ts'

/** A thread in a direct channel; the key of a conversation. */
export type ChatThread = {
  readonly channelId: string
  readonly rootId: ChatPostId
  /** The root is a topic of the channel, on platforms where other messages have no thread. */
  readonly isTopic?: true
}

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
  /** Set if the parts replace those of an earlier answer, which may be partly posted and is not continued. */
  readonly replaces?: ReplacedAnswer
  /** A reply to a stranger. Where messages are limited, other answers go first. */
  readonly isRefusal?: true
}

export type ReplacedAnswer = {
  readonly partsCount: number
  /** Whether to post nothing if no part of the earlier answer is posted. */
  readonly onlyIfBegun: boolean
}

/** Which message holds each part of an answer, as far as known, and how to record it. */
export type DeliveryLedger = {
  /** The recorded message of each part; null for none. Shorter than the parts if the last ones have none. */
  readonly placed: readonly (ChatPostId | null)[]
  /**
   * Records the message that holds a part, or is reserved for it. It is stored once this resolves, and given to every
   * later attempt. Only the first message of a part is recorded. Returns the recorded message.
   */
  note(part: number, messageId: ChatPostId): Promise<ChatPostId>
}

/**
 * `not_begun`: nothing of the answer to be replaced was posted. `thread_gone`: its root was deleted. `refused`:
 * permanently, by the server, such as in an archived channel.
 */
export type AnswerOutcome = 'posted' | 'not_begun' | 'thread_gone' | 'refused'

/** Shown until it is stopped. */
export type Typing = {
  readonly stop: () => void
  /**
   * Shows Markdown without posting it, in place of what was shown before for the same post. It disappears when the post
   * is answered. Resolves when the request has ended, successful or not, after five seconds at most; never rejects.
   * Null on platforms that cannot show it.
   */
  readonly write: ((text: string, postId: ChatPostId) => Promise<void>) | null
}

/** Writes into the threads of a chat, as its bot. */
export interface ChatThreads<Bot = ChatBot> {
  /**
   * Posts the parts that the thread does not show yet, in order. On a platform that reserves messages, it writes the
   * parts into the recorded messages instead, replacing their text, and removes recorded messages of further parts. On
   * every other platform, a replacement is posted below the posted parts of the earlier answer, unless that answer is
   * complete; the earlier answer is not continued afterwards. Idempotent: repeated with the same parts and the same
   * ledger after any failure, it posts no part twice; of two concurrent calls one may throw. Throws `Unavailable` for a
   * temporary failure, such as no connection, a busy server or a refused token; posted parts then stay.
   */
  answer(bot: Bot, answer: ChatAnswer, ledger: DeliveryLedger): Promise<AnswerOutcome>

  /** Shows the bot as typing in the thread, for at most five minutes. Neither waits nor throws. */
  startTyping(bot: Bot, thread: ChatThread): Typing
}
