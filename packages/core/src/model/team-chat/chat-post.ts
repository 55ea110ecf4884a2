import type { DocumentId } from '../knowledge/document.ts'
import type { PostId } from './post-id.ts'

/** Posts are told of to be answered for this long after they were written: what is older is past answering. */
export const postAgeSecondsMax = 30 * 24 * 3_600

/** For how long a post is known: far beyond its answering, so that none that comes again is ever taken for new. */
export const postKnownSeconds = 2 * postAgeSecondsMax

/** So many posts of a channel are admitted in so long a time, by the clock of the team-chat server. */
export const admittedPostsMax = 10
export const admissionSeconds = 60

/** As many again are told that they are not answered. Beyond that nothing is said: one sender must hold up no other. */
export const takenPostsMax = 2 * admittedPostsMax

/**
 * What became of a post. `answered`: the question it asks. `linked`: a code in it linked its author. `refused`: whoever
 * wrote it is answered nothing else. `undeliverable`: its thread takes no answer. `dropped`: the bot fell silent before.
 */
export const chatPostOutcomes = ['answered', 'linked', 'refused', 'undeliverable', 'dropped'] as const
export type ChatPostOutcome = (typeof chatPostOutcomes)[number]

/** A post that was taken to be answered, known so that it is answered once. What it says is not kept. */
export type ChatPost = {
  readonly postId: PostId
  readonly channelId: string
  /** The root of its thread, itself when it starts one. */
  readonly rootId: PostId
  /** By the clock of the team-chat server. */
  readonly postedAt: Date
  /** False for one too many of its channel: nothing is looked up for it. */
  readonly isAdmitted: boolean
}

/** How far the answer to a post is. */
export type ChatPostProgress = ChatPost & {
  readonly receivedAt: Date
  /** What is being posted; null before it is known, and when it was posted. */
  readonly answer: readonly string[] | null
  /** The documents that the answer may tell something of. */
  readonly restsOn: readonly DocumentId[]
  /** Null while the post is to be answered. */
  readonly closed: { readonly outcome: ChatPostOutcome; readonly at: Date } | null
}

/** Whether one more post leaves no such time with more than `countMax` in it; the others are in any order. */
export function isAdmissible(postedAt: Date, others: readonly Date[], countMax: number): boolean {
  const span = admissionSeconds * 1_000
  const times = [...others, postedAt].map((at) => at.getTime()).toSorted((one, other) => one - other)
  const first = times.findIndex((at) => at > postedAt.getTime() - span)
  const last = times.findLastIndex((at) => at < postedAt.getTime() + span)
  for (let from = first; from + countMax <= last; from += 1) if (times[from + countMax]! - times[from]! < span) return false
  return true
}
