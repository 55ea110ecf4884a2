import type { ChatMark, Ports, TeamChatBot } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import { sumOfDropped, type DropCounts, type DroppedPost, type DropReason } from '../model/team-chat/direct-message.ts'
import { droppedPostOf } from './posted-event.ts'

/** At most this many dropped posts wait to be counted; further events wait for the database. */
const uncountedMax = 1_000

/** What is stored at once of what was dropped: posts by their ids, and counts of events whose post is unknown. */
type DroppedBatch = { readonly id: string; readonly counts: DropCounts; readonly posts: DroppedPosts }
type DroppedPosts = ReadonlyMap<string, DroppedPost & { readonly reason: DropReason }>

/** The bot, where its posts are read from, and whether this process may still listen. */
export type ListenerProgressOf = {
  readonly bot: TeamChatBot
  readonly mark: ChatMark | null
  readonly mayListen: () => boolean
}

/** How far a bot came and what was dropped, to be stored from time to time. Each dropped post is counted once. */
export function listenerProgress(
  { ids, transact }: Pick<Ports, 'ids' | 'transact'>,
  { bot, mark, mayListen }: ListenerProgressOf,
) {
  let counts: DropCounts = {}
  let posts = new Map<string, DroppedPost & { readonly reason: DropReason }>()
  // Its commit may have got no reply: only the same batch may be sent again, and nothing may join it.
  let uncertain: DroppedBatch | null = null
  let storedUntil = mark?.settledAt ?? null
  let settledUntil = storedUntil

  async function send(batch: DroppedBatch | null): Promise<void> {
    const until = settledUntil
    const isNews = until !== null && until !== storedUntil
    if (!isNews && batch === null) return
    uncertain = batch
    await transact(async ({ chatMarks }) => {
      // Dropped posts are read back after an interruption, as all posts are: each counts the first time.
      const fresh = batch === null ? [] : await chatMarks.rememberDropped(bot.botId, [...batch.posts.values()])
      if (isNews) await chatMarks.settle(bot.botId, until)
      if (batch !== null)
        await chatMarks.addDropped(bot.botId, batch.id, sumOfDropped(batch.counts, countsOf(batch.posts, fresh)))
      return ok(null)
    })
    storedUntil = until
    uncertain = null
  }
  async function storeNow(): Promise<void> {
    if (!mayListen()) return
    if (uncertain !== null) await send(uncertain)
    const isEmpty = Object.keys(counts).length === 0 && posts.size === 0
    const batch = isEmpty ? null : { id: ids.newId(), counts, posts }
    counts = {}
    posts = new Map()
    await send(batch)
  }
  let last: Promise<void> = Promise.resolve()
  /** One call after the other, so that a batch whose fate is unknown is settled before the next one. */
  const store = (): Promise<void> => {
    const stored = last.then(storeNow)
    last = stored.catch(() => {})
    return stored
  }
  return {
    async drop(event: unknown, reason: DropReason): Promise<void> {
      const post = droppedPostOf(event)
      if (post === null) {
        counts = sumOfDropped(counts, { [reason]: 1 })
        return
      }
      if (posts.size >= uncountedMax) await store()
      posts.set(post.postId, { ...post, reason })
    },
    settle: (until: Date) => void (settledUntil = until),
    storedUntil: () => storedUntil,
    store,
  }
}

const countsOf = (posts: DroppedPosts, ids: readonly string[]): DropCounts =>
  ids.flatMap((id) => posts.get(id) ?? []).reduce<DropCounts>((counts, { reason }) => sumOfDropped(counts, { [reason]: 1 }), {})
