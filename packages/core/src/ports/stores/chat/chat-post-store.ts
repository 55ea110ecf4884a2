import type { AccountId } from '../../../model/accounts/account.ts'
import type { ConversationKey, Message } from '../../../model/conversation.ts'
import type { ChatSource } from '../../../model/chat/chat-source.ts'
import type {
  ChatPost,
  ChatPostId,
  ChatPostOutcome,
  ChatPostProgress,
} from '../../../model/chat/chat-post.ts'

/** The channel and the time of a post, and whether it was admitted. */
export type TimedPost = Pick<ChatPost, 'postId' | 'channelId' | 'postedAt' | 'isAdmitted'>

/** An answer, the documents that it may reveal, and the account that it was written for. */
export type NewAnswer = Pick<ChatPostProgress, 'basedOn' | 'answerFor'> & {
  readonly parts: readonly string[]
}

/** The messages that an answer adds to a conversation. */
export type Exchange = {
  readonly key: ConversationKey
  readonly userId: AccountId
  readonly messages: readonly Message[]
  readonly newId: () => string
}

/** The bot that received a post. */
export type ReceivingBot = { readonly source: ChatSource; readonly botId: string }

/** The text to post. `isNew`: it was not stored before, so none of it can have been posted. */
export type StoredAnswer = Pick<NewAnswer, 'parts' | 'answerFor'> & {
  readonly isNew: boolean
  readonly placed: ChatPostProgress['placed']
}

/** Stores the posts to be answered, inside a transaction. */
export interface ChatPostStore {
  /**
   * Locks channels until this transaction ends. Call it once, for all of them, before reading which posts are stored;
   * transactions that do so never deadlock.
   */
  lockChannels(channelIds: readonly string[]): Promise<void>

  /**
   * The posts of each channel that are less than `seconds` away from its point in time, in any order. Each channel is given
   * once.
   */
  listAround(
    around: readonly { readonly channelId: string; readonly moment: Date }[],
    seconds: number,
  ): Promise<readonly TimedPost[]>

  /**
   * Adds posts to be answered. Returns the ids of the new ones; a post that is known stays as it is, even if it was closed
   * long ago.
   */
  insert(posts: readonly ChatPost[]): Promise<ReadonlySet<ChatPostId>>

  /**
   * The root of the post of a channel that has this id, or whose answer is in the message with this id; null if there is
   * none.
   */
  findRoot(channelId: string, messageId: ChatPostId): Promise<ChatPostId | null>

  /**
   * The latest post of a channel that was written at or before a point in time; among posts of the same time, the one
   * received last. Null if there is none.
   */
  findLatest(channelId: string, until: Date): Promise<Pick<ChatPost, 'rootId' | 'postedAt'> | null>

  /** Closes the posts of a channel that were written until a point in time and are not closed. Returns their number. */
  closeChannel(channelId: string, until: Date, outcome: ChatPostOutcome): Promise<number>

  /**
   * Deletes at most `countMax` posts that were both written and received longer ago than the
   * retention, and returns their number.
   */
  prune(countMax: number): Promise<number>
}

/** How far the reply to a post is. Each call is a transaction of its own, and takes one round trip. */
export interface ChatPostNotes {
  /** Null if the post is unknown. */
  find(postId: ChatPostId): Promise<ChatPostProgress | null>

  /**
   * Stores the answer before it is posted, and with it the messages that it adds to a conversation. Only the first of any
   * concurrent calls stores something. Returns the stored answer, so that every attempt posts the same, and whether
   * it is this one. Returns null, and stores nothing, if the post is closed or unknown, and `bot_off` unless the bot is set
   * up and on at this moment, if one is given. Throws, and stores nothing, if the account of the messages was deleted.
   */
  storeAnswer(
    postId: ChatPostId,
    answer: NewAnswer,
    exchange: Exchange | null,
    bot: ReceivingBot | null,
  ): Promise<StoredAnswer | 'bot_off' | null>

  /**
   * Records the message of a part of an answer, even after the post was closed. Only the first message of a part is
   * recorded. Returns the recorded message; `messageId` if the post is unknown.
   */
  notePlaced(postId: ChatPostId, part: number, messageId: ChatPostId): Promise<ChatPostId>

  /**
   * Records the outcome of a post, and deletes its answer; changes nothing if it was closed before. Within a job, it is
   * recorded together with the end of the job.
   */
  close(postId: ChatPostId, outcome: ChatPostOutcome): Promise<void>
}
