import type { ChatBot, ChatMark, Ports, Transacts } from '../../ports/index.ts'
import { ok } from '../../model/result.ts'
import {
  sumOfDropped,
  type DropCounts,
  type DroppedEvent,
  type DroppedPost,
  type DropReason,
} from '../../model/chat/chat-message.ts'

/** At most this many dropped posts wait to be stored; further events wait for the database. */
const pendingDropsMax = 1_000

/** What one transaction stores: dropped posts by their ids, and counts of events without a post. */
type DroppedBatch = {
  readonly id: string
  readonly counts: DropCounts
  readonly posts: DroppedPosts
}
type DroppedPosts = ReadonlyMap<string, DroppedPost & { readonly reason: DropReason }>

/** The bot, its high-water mark, and whether this process may still listen. */
export type ListenerProgressOptions = {
  readonly bot: ChatBot
  readonly mark: ChatMark | null
  readonly mayListen: () => boolean
}

/** Collects the high-water mark and the dropped events of a bot, to be stored from time to time. Counts each dropped post once. */
export function listenerProgress(
  { ids, transact }: Pick<Ports, 'ids'> & Transacts<'chatMarks'>,
  { bot, mark, mayListen }: ListenerProgressOptions,
) {
  let counts: DropCounts = {}
  let posts = new Map<string, DroppedPost & { readonly reason: DropReason }>()
  // It may be committed without a reply: it must be sent again unchanged.
  let unconfirmed: DroppedBatch | null = null
  let storedUntil = mark?.storedUntil ?? null
  let settledUntil = storedUntil

  async function send(batch: DroppedBatch | null): Promise<void> {
    const until = settledUntil
    const isNews = until !== null && until !== storedUntil
    if (!isNews && batch === null) return
    unconfirmed = batch
    await transact(async ({ chatMarks }) => {
      // Dropped posts are read back after an interruption, like all posts: only new ones count.
      const fresh =
        batch === null ? [] : await chatMarks.rememberDropped(bot.botId, [...batch.posts.values()])
      if (isNews) await chatMarks.advance(bot.botId, until)
      if (batch !== null)
        await chatMarks.addDropped(
          bot.botId,
          batch.id,
          sumOfDropped(batch.counts, countsOf(batch.posts, fresh)),
        )
      return ok(null)
    })
    storedUntil = until
    unconfirmed = null
  }
  async function storeNow(): Promise<void> {
    if (!mayListen()) return
    if (unconfirmed !== null) await send(unconfirmed)
    const isEmpty = Object.keys(counts).length === 0 && posts.size === 0
    const batch = isEmpty ? null : { id: ids.newId(), counts, posts }
    counts = {}
    posts = new Map()
    await send(batch)
  }
  let last: Promise<void> = Promise.resolve()
  /** Sequential, so that an unconfirmed batch is stored before the next one. */
  const store = (): Promise<void> => {
    const stored = last.then(storeNow)
    last = stored.catch(() => {})
    return stored
  }
  return {
    async drop({ reason, post }: DroppedEvent): Promise<void> {
      if (post === null) {
        counts = sumOfDropped(counts, { [reason]: 1 })
        return
      }
      if (posts.size >= pendingDropsMax) await store()
      posts.set(post.postId, { postId: post.postId, postedAt: post.postedAt, reason })
    },
    settle: (until: Date) => void (settledUntil = until),
    storedUntil: () => storedUntil,
    store,
  }
}

const countsOf = (posts: DroppedPosts, ids: readonly string[]): DropCounts =>
  ids
    .flatMap((id) => posts.get(id) ?? [])
    .reduce<DropCounts>((counts, { reason }) => sumOfDropped(counts, { [reason]: 1 }), {})
