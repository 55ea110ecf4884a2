import type { AccountId } from '../../../model/accounts/account.ts'
import type { Email } from '../../../model/accounts/email.ts'
import type { Origin } from '../../../model/actor.ts'
import {
  invitationLifetimeSeconds,
  type InvitationId,
} from '../../../model/invitations/invitation.ts'
import { passwordResetLifetimeSeconds } from '../../../model/passwords/password-reset.ts'
import type { Result } from '../../../model/result.ts'
import type { Source } from '../../../model/knowledge/document.ts'
import type { ChatSource } from '../../../model/chat/chat-source.ts'
import type { ChatPostId } from '../../../model/chat/chat-post.ts'
import type { Notice } from '../../../model/mail/mail.ts'

/** A post to the bot. */
type ChatPostToAnswer = {
  /** The chat it was written in; absent in jobs from before Ken had more than one chat, which belong to `teamchat`. */
  readonly source?: ChatSource
  readonly postId: ChatPostId
  readonly channelId: string
  readonly rootId: ChatPostId
  /** The root is a topic of the chat, and no post. */
  readonly isTopic?: true
  readonly authorId: string
  /** ISO 8601, by the clock of the platform. */
  readonly postedAt: string
  /** ISO 8601, by Ken's clock. */
  readonly arrivedAt: string
  /** The bot it was written to. No other bot answers it. */
  readonly botId: string
  /** False if it exceeds the channel's limit. */
  readonly isAdmitted: boolean
  /** The text, which may be a link code, encrypted for `chat_text` and the id of the post. */
  readonly sealedText: string
  /** The text belongs to a file, and is no link code. */
  readonly isCaption?: true
  /** The text was changed after it was posted, and is no link code. */
  readonly isEdited?: true
  /** The text was typed as a command: it is no link code, and the reply repeats it. */
  readonly isCommand?: true
}

/**
 * Work for after the commit. It refers to data by id and contains no readable secret, because it
 * waits in a queue.
 */
export type Job =
  | {
      readonly kind: 'deliver_invitation'
      readonly invitationId: InvitationId
      /** One of many emails: sent at a limited rate. */
      readonly paced: boolean
    }
  | {
      readonly kind: 'deliver_password_reset'
      /** The address that a reset link was requested for. It may have no account. */
      readonly email: Email
      /** Where the request came from. */
      readonly origin: Origin
    }
  /** An administrator resets the password of an account. */
  | { readonly kind: 'deliver_password_reset'; readonly userId: AccountId }
  | { readonly kind: 'deliver_notice'; readonly notice: Notice }
  /** A person wrote to the bot. The job has the id of the post. */
  | (ChatPostToAnswer & { readonly kind: 'answer_chat_post' })
  /**
   * The author gets no answer, or the text may be a link code. Queued separately, so that
   * strangers delay no one.
   */
  | (ChatPostToAnswer & {
      readonly kind: 'admit_chat_sender'
      /** Whether the sender was linked at that time. */
      readonly wasLinked: boolean
      /** The text may be a link code, so the job runs before those of other strangers: a code ends after minutes. */
      readonly mayBeCode?: true
    })
  /** The source is being removed. A job removes some of its documents. */
  | { readonly kind: 'remove_source'; readonly source: Source }

export type JobKind = Job['kind']
export type JobOf<Kind extends JobKind> = Extract<Job, { readonly kind: Kind }>

export const jobKinds = [
  'answer_chat_post',
  'admit_chat_sender',
  'deliver_invitation',
  'deliver_password_reset',
  'deliver_notice',
  'remove_source',
] as const satisfies readonly JobKind[]

/** The kinds whose jobs may be dropped. Without its job, a source would stay removed in part. */
export const droppableJobKinds = [
  'answer_chat_post',
  'admit_chat_sender',
  'deliver_invitation',
  'deliver_password_reset',
  'deliver_notice',
] as const satisfies readonly JobKind[]
export type DroppableJobKind = (typeof droppableJobKinds)[number]

/** How long after the act a job is retried: as long as its result is useful. */
export const jobLifetimeSeconds: { readonly [Kind in JobKind]: number } = {
  answer_chat_post: 24 * 3_600,
  admit_chat_sender: 24 * 3_600,
  deliver_invitation: invitationLifetimeSeconds,
  deliver_notice: 48 * 3_600,
  deliver_password_reset: passwordResetLifetimeSeconds,
  remove_source: 7 * 24 * 3_600,
}

/**
 * The key of a job of which there is only one per kind: a second one with the same key is a duplicate. Null if there
 * may be several.
 */
export const jobKeyOf = (job: Job): ChatPostId | null => ('postId' in job ? job.postId : null)

const deferredCodes = ['mail.deferred', 'mail.unknown', 'chat.deferred'] as const

/** Why an attempt failed: by the code of its outcome, or `failed` if it threw. */
export const jobFaults = [...deferredCodes, 'failed'] as const
export type JobFault = (typeof jobFaults)[number]

/**
 * The job could not be done now, or its outcome is unknown. `reason` is logged for administrators:
 * it contains no secret and no request text.
 */
export type JobDeferred = {
  readonly code: (typeof deferredCodes)[number]
  readonly reason: string
  /** How long a retry is useless, because a server asked for a pause. */
  readonly pauseSeconds?: number
}

/** What is known of the earlier attempts of a job. */
export type JobHistory = {
  /** An earlier attempt may have done it: its outcome is unknown, or its worker died. */
  readonly mayBeDone: boolean
  /** The worker of the last attempt died: no one continues it. */
  readonly isAbandoned: boolean
}

export const noHistory: JobHistory = { mayBeDone: false, isAbandoned: false }

/**
 * The result of a job, returned by the use case of its kind: `deliverNotice(ports, job, past)`. ok:
 * the job is finished, because it is done, permanently refused, or obsolete, such as for a revoked
 * invitation. err or a throw: the job is retried with growing backoff, and not before the end of a
 * pause that a server asked for, until its lifetime ends, and then becomes a dead letter. A use case
 * that must record that end does so and returns ok. A worker may die after the work and before its
 * result is stored: then the job runs again.
 */
export type JobOutcome = Result<null, JobDeferred>

/** Stores jobs for the workers. */
export interface JobStore {
  /**
   * Adds jobs in the transaction of the act: workers see them after the commit, and never after a
   * rollback. Each job runs at least once, on any worker. A job with an id of its own is not added while
   * the queue still has one with this id.
   */
  enqueue(jobs: readonly Job[]): Promise<void>

  /**
   * Queues dead letters again like new jobs, all or those with one of the ids, and returns the ids
   * found. Exactly one of any concurrent transactions gets each.
   */
  retryDead(ids: readonly string[] | 'all'): Promise<readonly string[]>

  /**
   * Deletes the jobs of these kinds that no worker runs: new, delayed and to be retried, and those of a worker that
   * died. Returns them, and the jobs of these kinds that stay. Dead letters stay, and are not returned.
   */
  dropWaiting(
    kinds: readonly DroppableJobKind[],
  ): Promise<{ readonly dropped: readonly Job[]; readonly kept: readonly Job[] }>
}
