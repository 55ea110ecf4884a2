import type { DocumentId } from '../../model/knowledge/document.ts'
import type { ChatPost, ChatPostOutcome, ChatPostProgress } from '../../model/team-chat/chat-post.ts'
import type { PostId } from '../../model/team-chat/post-id.ts'

/** When a post was written, and whether it was admitted. */
export type TimedPost = Pick<ChatPost, 'postId' | 'postedAt' | 'isAdmitted'>

/** What is to be posted. `isNew`: it was not kept before, so that nothing of it can have been posted. */
export type KeptAnswer = { readonly parts: readonly string[]; readonly isNew: boolean }

/** Posts that were taken to be answered, inside a transaction. */
export interface ChatPostStore {
  /** Makes every other transaction that locks the same channel wait until this one ends. Take it before asking what was taken. */
  lockChannel(channelId: string): Promise<void>

  /** The posts of a channel that were written less than so long before or behind a moment, in any order. */
  listAround(channelId: string, moment: Date, seconds: number): Promise<readonly TimedPost[]>

  /** Adds a post to be answered. False, and nothing changes, when it is known, however long ago it was closed. */
  insert(post: ChatPost): Promise<boolean>

  /** Null for one that is not known. */
  find(postId: PostId): Promise<ChatPostProgress | null>

  /**
   * Keeps what is to be posted, and the documents that it rests on, before it is: of any number at once the first is kept.
   * Gives what is kept, so that every try posts the same, and whether it is this one; null, and nothing is kept, when
   * the post is closed or not known.
   */
  keepAnswer(postId: PostId, parts: readonly string[], restsOn: readonly DocumentId[]): Promise<KeptAnswer | null>

  /** Says what became of a post, and forgets its answer. False, and nothing changes, when that was said before. */
  close(postId: PostId, outcome: ChatPostOutcome): Promise<boolean>

  /** Forgets posts that were both written and received longer ago than they are known for, at most so many; answers how many. */
  prune(countMax: number): Promise<number>
}
