import { TeamChatFailure } from './team-chat-failure.ts'

/** A post as a listing shows it. `wire` is all of it: what it means is judged elsewhere. */
export type V4Post = {
  readonly id: string
  readonly createAt: number
  readonly userId: string
  readonly rootId: string
  readonly props: Readonly<Record<string, unknown>>
  readonly wire: object
}
/** `count` is how many the server gave, those included that are no posts. */
export type PostPage = { readonly posts: readonly V4Post[]; readonly count: number; readonly hasNext: boolean }

type Fields = { readonly [name: string]: unknown }

/** Reads a list of posts in its order, without what is none. Throws `TeamChatFailure` when it is no list at all. */
export function readPostPage(answer: unknown): PostPage {
  const { order, posts, has_next: hasNext } = fieldsOf(answer)
  if (!Array.isArray(order) || typeof posts !== 'object' || posts === null) throw new TeamChatFailure('not_team_chat')
  const found = order.flatMap((id: unknown) => readPost(fieldsOf(posts)[String(id)]) ?? [])
  return { posts: found, count: order.length, hasNext: hasNext === true }
}

function readPost(wire: unknown): V4Post | null {
  const { id, create_at: createAt, user_id: userId, root_id: rootId, props } = fieldsOf(wire)
  if (typeof id !== 'string' || typeof userId !== 'string' || typeof rootId !== 'string' || !Number.isSafeInteger(createAt))
    return null
  return { id, createAt: createAt as number, userId, rootId, props: fieldsOf(props), wire: wire as object }
}

/** What an object has; nothing of anything else. */
export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
