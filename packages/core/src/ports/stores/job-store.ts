import type { AccountId } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { Origin } from '../../model/actor.ts'
import { invitationLifetimeSeconds, type InvitationId } from '../../model/invitations/invitation.ts'
import { passwordResetLifetimeSeconds } from '../../model/passwords/password-reset.ts'
import type { Result } from '../../model/result.ts'
import { jobIdOf, type PostId } from '../../model/team-chat/post-id.ts'
import type { Notice } from '../../model/mail/mail.ts'

/** What a person wrote to the bot. */
type ChatPostToAnswer = {
  readonly postId: PostId
  readonly channelId: string
  readonly rootId: PostId
  readonly authorId: string
  /** ISO 8601, by the clock of the team-chat server. */
  readonly postedAt: string
  /** ISO 8601, by the clock of Ken. */
  readonly arrivedAt: string
  /** The bot it was written to: no other answers it. */
  readonly botId: string
  /** False for one too many of its channel. */
  readonly isAdmitted: boolean
  /** What was written, which may be a link code: encrypted, for `chat_text` and the id of the post. */
  readonly sealedText: string
}

/** Work for after the commit. It names things by id and holds nothing readable that is secret, because it waits in a queue. */
export type Job =
  | {
      readonly kind: 'deliver_invitation'
      readonly invitationId: InvitationId
      /** One of many: it waits its turn. */ readonly paced: boolean
    }
  | {
      readonly kind: 'deliver_password_reset'
      /** What somebody asked with, for a link to set a new password: it may belong to nobody. */ readonly email: Email
      /** Where they asked from. */ readonly origin: Origin
    }
  /** An administrator resets the password of an account. */
  | { readonly kind: 'deliver_password_reset'; readonly userId: AccountId }
  | { readonly kind: 'deliver_notice'; readonly notice: Notice }
  /** A person wrote to the bot. The job has the id of the post. */
  | (ChatPostToAnswer & { readonly kind: 'answer_chat_post' })
  /** Somebody wrote whom the bot answers nothing, or what may be a link code: it waits apart, so that strangers hold nobody up. */
  | (ChatPostToAnswer & {
      readonly kind: 'admit_chat_sender'
      /** Whether the sender was linked then. */
      readonly wasLinked: boolean
    })

export type JobKind = Job['kind']
export type JobOf<Kind extends JobKind> = Extract<Job, { readonly kind: Kind }>

export const jobKinds = [
  'answer_chat_post',
  'admit_chat_sender',
  'deliver_invitation',
  'deliver_password_reset',
  'deliver_notice',
] as const satisfies readonly JobKind[]

/** For how long after the act a job is tried again: as long as what it brings would be of use. */
export const jobLifetimeSeconds: { readonly [Kind in JobKind]: number } = {
  answer_chat_post: 24 * 3_600,
  admit_chat_sender: 24 * 3_600,
  deliver_invitation: invitationLifetimeSeconds,
  deliver_notice: 48 * 3_600,
  deliver_password_reset: passwordResetLifetimeSeconds,
}

/** The id that a job has of itself, a UUID: another of its kind with the same id is the same job. Null for one of many. */
export const ownJobIdOf = (job: Job): string | null => ('postId' in job ? jobIdOf(job.postId) : null)

/**
 * What could not be done now, or may have been done: nobody can tell. `reason` is logged for administrators: it holds
 * no secret and no text of a request.
 */
export type JobDeferred = { readonly code: 'mail.deferred' | 'mail.unknown' | 'chat.deferred'; readonly reason: string }

/** What is known of the earlier tries of a job. */
export type JobPast = {
  /** One of them may have done it: nobody could tell, or its worker did not live to. */
  readonly isPerhapsDone: boolean
  /** The worker of the last one died: nobody is at what that one had begun. */
  readonly isAbandoned: boolean
}

export const noPast: JobPast = { isPerhapsDone: false, isAbandoned: false }

/**
 * What became of a job, told by the use case that is named after its kind: `deliverNotice(ports, job, past)`. ok: it never
 * comes again, because it is done, or refused for good, or there is nothing left to do, as for an invitation that was
 * revoked. err, and also a throw: it comes again, after pauses that grow, until its kind is given up and it becomes a
 * dead letter; what should be recorded when the time is over is recorded by the use case, which then says ok. A worker
 * may die after the work and before its outcome is known: then the same job comes once more.
 */
export type JobOutcome = Result<null, JobDeferred>

/** Jobs that wait for a worker. */
export interface JobStore {
  /**
   * Adds jobs in the transaction of the act they follow from: a worker sees them once it has committed, and never
   * if it rolls back. Each is done at least once, by whichever worker comes first. One with an id of its own is not
   * added while the queue has one of that id, for as long as that is kept.
   */
  enqueue(jobs: readonly Job[]): Promise<void>

  /**
   * Puts dead letters in line again as if they had just come, all or those with one of the ids, and answers the ids of those
   * that were there. No two transactions get the same one.
   */
  retryDead(ids: readonly string[] | 'all'): Promise<readonly string[]>
}
