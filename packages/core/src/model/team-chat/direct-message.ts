import type { PostId } from './post-id.ts'

/** What a person wrote to the bot in their direct channel, proven. */
export type DirectMessage = {
  readonly postId: PostId
  readonly channelId: string
  /** The root of its thread, itself when it starts one: with the channel, the key of its conversation. */
  readonly rootId: PostId
  readonly authorId: string
  /** May be empty: a post can be a file alone. */
  readonly text: string
  /** By the clock of the team-chat server. */
  readonly postedAt: Date
}

/**
 * Why an event is not answered. `malformed`: something is missing, of another type, or is no JSON. `stale`: it is from
 * before the bot was turned on, or too old. `flood`: its author wrote far too much at once.
 */
export const dropReasons = [
  'malformed',
  'oversized',
  'not_direct',
  'own',
  'system',
  'special_type',
  'bot',
  'webhook',
  'plugin',
  'oauth_app',
  'overridden',
  'moved',
  'remote',
  'deleted',
  'stale',
  'flood',
] as const
export type DropReason = (typeof dropReasons)[number]

/** How many events were dropped, by reason; a reason that never was may be left out. */
export type DropCounts = { readonly [Reason in DropReason]?: number }

export const sumOfDropped = (one: DropCounts, other: DropCounts): DropCounts =>
  Object.fromEntries(
    dropReasons.map((reason) => [reason, (one[reason] ?? 0) + (other[reason] ?? 0)]).filter(([, count]) => count !== 0),
  )

/** A dropped post, by which it is counted once however often it comes. */
export type DroppedPost = { readonly postId: string; readonly postedAt: Date }
