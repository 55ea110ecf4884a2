import type { AccountId } from '../accounts/account.ts'
import type { DocumentId } from '../knowledge/document.ts'
import type { ChatSource } from './chat-source.ts'

declare const chatPostIdBrand: unique symbol

/** The id of a post, unique among the posts of all chats. Each platform has its own form. */
export type ChatPostId = string & { readonly [chatPostIdBrand]: true }

/** Older posts are not answered. */
export const postAgeSecondsMax = 30 * 24 * 3_600

/**
 * How long a post is remembered: far longer than it may be answered, so that a repeated post is
 * never taken for new.
 */
export const postRetentionSeconds = 2 * postAgeSecondsMax

/**
 * How many posts per channel are admitted in `admissionSeconds`, by the clock of the platform.
 */
export const admittedPostsMax = 10
export const admissionSeconds = 60

/**
 * As many posts again get a refusal. Further posts are ignored, so that one sender cannot delay
 * others.
 */
export const ingestedPostsMax = 2 * admittedPostsMax

/**
 * The outcome of a post. `answered`: its question was answered. `linked`: its code linked the
 * author. `refused`: the author only gets the refusal. `undeliverable`: its thread accepts no
 * answer. `dropped`: the bot was turned off before.
 */
export const chatPostOutcomes = [
  'answered',
  'linked',
  'refused',
  'undeliverable',
  'dropped',
] as const
export type ChatPostOutcome = (typeof chatPostOutcomes)[number]

/**
 * A post that was accepted for answering, remembered so that it is answered once. Its text is not
 * stored.
 */
export type ChatPost = {
  readonly source: ChatSource
  readonly postId: ChatPostId
  readonly channelId: string
  /** The first post of its thread; the post itself if it starts one. */
  readonly rootId: ChatPostId
  readonly authorId: string
  /** By the clock of the platform. */
  readonly postedAt: Date
  /** False if it exceeds the channel's limit. Nothing is searched for it. */
  readonly isAdmitted: boolean
}

/** The progress of the answer to a post. */
export type ChatPostProgress = Omit<ChatPost, 'authorId'> & {
  /** Null for posts from before Ken had more than one chat. */
  readonly authorId: string | null
  readonly receivedAt: Date
  /** The parts to be posted; null before the answer is written and after it is posted. */
  readonly answer: readonly string[] | null
  /** The documents that the answer may reveal. */
  readonly basedOn: readonly DocumentId[]
  /** The account that the answer was written for; null for an unlinked sender, and for answers of earlier versions. */
  readonly answerFor: AccountId | null
  /** The message of each part of the answer, as far as it was noted; null for none. Kept after the answer. */
  readonly placed: readonly (ChatPostId | null)[]
  /** Null until the post is dealt with. */
  readonly closed: { readonly outcome: ChatPostOutcome; readonly at: Date } | null
}

/**
 * Whether every window of `admissionSeconds` holds at most `countMax` posts if this one is added.
 * `others` may be in any order.
 */
export function isAdmissible(postedAt: Date, others: readonly Date[], countMax: number): boolean {
  const span = admissionSeconds * 1_000
  const times = [...others, postedAt]
    .map((at) => at.getTime())
    .toSorted((one, other) => one - other)
  const first = times.findIndex((at) => at > postedAt.getTime() - span)
  const last = times.findLastIndex((at) => at < postedAt.getTime() + span)
  for (let from = first; from + countMax <= last; from += 1)
    if (times[from + countMax]! - times[from]! < span) return false
  return true
}
