import { fieldsOf } from '@ken/outbound'
import { TeamChatFailure } from './team-chat-failure.ts'

/** A post of a list. `wire` is the whole JSON of it. */
export type V4Post = {
  readonly id: string
  readonly createAt: number
  readonly userId: string
  readonly rootId: string
  readonly props: Readonly<Record<string, unknown>>
  readonly wire: object
}
/** `count` includes entries that are not posts. */
export type PostPage = {
  readonly posts: readonly V4Post[]
  readonly count: number
  readonly hasNext: boolean
}

/** Reads a list of posts in its order, and skips entries that are not posts. Throws `TeamChatFailure` when it is not a list. */
export function readPostPage(response: unknown): PostPage {
  const { order, posts, has_next: hasNext } = fieldsOf(response)
  if (!Array.isArray(order) || typeof posts !== 'object' || posts === null)
    throw new TeamChatFailure('not_team_chat')
  const found = order.flatMap((id: unknown) => readPost(fieldsOf(posts)[String(id)]) ?? [])
  return { posts: found, count: order.length, hasNext: hasNext === true }
}

function readPost(wire: unknown): V4Post | null {
  const { id, create_at: createAt, user_id: userId, root_id: rootId, props } = fieldsOf(wire)
  if (
    typeof id !== 'string' ||
    typeof userId !== 'string' ||
    typeof rootId !== 'string' ||
    !Number.isSafeInteger(createAt)
  )
    return null
  return {
    id,
    createAt: createAt as number,
    userId,
    rootId,
    props: fieldsOf(props),
    wire: wire as object,
  }
}
