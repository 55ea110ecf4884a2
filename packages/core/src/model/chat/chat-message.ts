import type { ChatPostId } from './chat-post.ts'

/** A post that a person wrote to the bot in their direct channel, as far as the server proves it. */
export type ChatMessage = {
  readonly postId: ChatPostId
  readonly channelId: string
  /**
   * The root of its thread, or its own id when it starts one. With the channel, it identifies the conversation. Null on
   * platforms without threads: there `repliesTo` and the time decide.
   */
  readonly rootId: ChatPostId | null
  /** The root is a topic, on platforms where other messages have no thread. */
  readonly isTopic?: true
  /** The message that it replies to, of the person or of the bot; null for none, and on platforms with threads. */
  readonly repliesTo: ChatPostId | null
  readonly authorId: string
  /** Empty when the post is only a file. */
  readonly text: string
  /** The text belongs to a file, and is no link code. */
  readonly isCaption?: true
  /** Its author or an administrator changed the text later: it is no link code. */
  readonly isEdited?: true
  /** The text was typed as a command, in any channel: it is no link code, and the reply repeats it. */
  readonly isCommand?: true
  /** By the clock of the platform. */
  readonly postedAt: Date
}

/**
 * Why an event is not answered. `malformed`: a field is missing or has the wrong type, or the text is not JSON.
 * `external`: its author is of another organization. `stale`: the post is too old, or older than the bot's activation. `flood`: its author wrote far too much at once.
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
  'external',
  'guest',
  'forwarded',
  'edited',
  'stale',
  'flood',
] as const
export type DropReason = (typeof dropReasons)[number]

/** How many events were dropped, by reason; reasons with a count of 0 may be left out. */
export type DropCounts = { readonly [Reason in DropReason]?: number }

export const sumOfDropped = (one: DropCounts, other: DropCounts): DropCounts =>
  Object.fromEntries(
    dropReasons
      .map((reason) => [reason, (one[reason] ?? 0) + (other[reason] ?? 0)])
      .filter(([, count]) => count !== 0),
  )

/** A dropped post. Its id makes it count once, however often it is delivered. */
export type DroppedPost = { readonly postId: string; readonly postedAt: Date }

/** An event that is not answered. `post` is null when the event names no post of a direct channel. */
export type DroppedEvent = { readonly reason: DropReason; readonly post: DroppedPost | null }
