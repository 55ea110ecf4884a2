import {
  jobKinds,
  jobLifetimeSeconds,
  chatSources,
  type Job,
  type JobKind,
  type ChatSource,
} from '@ken/core/ports'
import type { JobWithMetadata, Queue } from 'pg-boss'

const hourSeconds = 3_600
const daySeconds = 24 * hourSeconds

const chatKinds = ['answer_chat_post', 'admit_chat_sender'] as const satisfies readonly JobKind[]
type ChatKind = (typeof chatKinds)[number]

/**
 * The queue of a job kind. Paced kinds share one, so that the others pass them. Each chat has queues of its own, so that a
 * platform that hangs delays no other; those of team chat have the names of the kinds.
 */
export type JobQueueName =
  | JobKind
  | typeof pacedQueue
  | `${ChatKind}_${Exclude<ChatSource, 'teamchat'>}`

export const pacedQueue = 'deliver_invitation_paced'

const chatQueueName = (kind: ChatKind, source: ChatSource): JobQueueName =>
  source === 'teamchat' ? kind : `${kind}_${source}`

const chatQueues = chatKinds.flatMap((kind) =>
  chatSources.map((source) => ({ name: chatQueueName(kind, source), kind })),
)
const kinds: ReadonlyMap<JobQueueName, JobKind> = new Map<JobQueueName, JobKind>([
  ...jobKinds.map((kind) => [kind, kind] as const),
  ...chatQueues.map(({ name, kind }) => [name, kind] as const),
  [pacedQueue, 'deliver_invitation'],
])
export const jobQueueNames: readonly JobQueueName[] = [...kinds.keys()]

export function queueNameOf(job: Job): JobQueueName {
  if (job.kind === 'answer_chat_post' || job.kind === 'admit_chat_sender')
    return chatQueueName(job.kind, job.source ?? 'teamchat')
  return job.kind === 'deliver_invitation' && job.paced ? pacedQueue : job.kind
}

/** The conversation that an answer belongs to; null for other jobs. */
export const groupOf = (job: Job): string | null =>
  job.kind === 'answer_chat_post' ? `${job.channelId} ${job.rootId}` : null

/** Possible link codes run before other messages of strangers. */
export const priorityOf = (job: Job): number =>
  job.kind === 'admit_chat_sender' && job.mayBeCode ? 1 : 0

/** Queues of a newer version are unknown here: what reads names from the database asks only for known ones. */
export const kindOf = (name: JobQueueName): JobKind => kinds.get(name)!

/**
 * A job as it is stored. `onlyJobId` is its id if its transaction added no other job to its queue. Each transaction
 * notifies the workers once. A job that was dead-lettered and is retried has another id.
 */
export type QueuedJob = Job & { readonly onlyJobId?: string }

/** Within this time, a worker that finds a job was woken by its notification. */
const notifiedMs = 1_000

/**
 * Whether a job was found because of its notification, which was for no other job. Older jobs may have waited together:
 * for a worker that was down, or that missed their notifications. Both times are by the database's clock.
 */
export const isOnlyJob = ({
  id,
  data,
  retryCount,
  createdOn,
  startedOn,
}: Pick<
  JobWithMetadata<QueuedJob>,
  'id' | 'data' | 'retryCount' | 'createdOn' | 'startedOn'
>): boolean =>
  data.onlyJobId === id &&
  retryCount === 0 &&
  startedOn.getTime() - createdOn.getTime() < notifiedMs

/** The job as it was added. */
export function jobOf({ onlyJobId: _id, ...job }: QueuedJob): Job {
  return job
}

/** Jobs that failed until they expired. No worker takes them. */
export const deadLetterQueue = 'dead_letter'

/** An earlier version kept all schedules in this queue. */
export const formerScheduleQueue = 'schedule'

/** A worker without a heartbeat for this long counts as dead, and its jobs go to others. */
export const heartbeatSeconds = 20

/** How long a job may run; longer than the longest wait for a mail server. */
export const jobSecondsMax = 900

/** How long after its creation a job is retried. */
export const expirySeconds = (name: JobQueueName): number => jobLifetimeSeconds[kindOf(name)]

/** Whether people wait at the screen for the jobs of a queue. */
export const isChat = (name: JobQueueName): boolean =>
  chatQueues.some((queue) => queue.name === name)

/** The backoff of a queue: of the first retry, and at most. */
export const retryDelaySeconds = (
  name: JobQueueName,
): { readonly first: number; readonly max: number } =>
  // People wait at the screen for a chat reply; email may be slower.
  isChat(name) ? { first: 1, max: 60 } : { first: 5, max: Math.min(900, expirySeconds(name) / 12) }

const jobQueue = (name: JobQueueName): Queue => ({
  name,
  deadLetter: deadLetterQueue,
  notify: true,
  heartbeatSeconds,
  expireInSeconds: jobSecondsMax,
  retryBackoff: true,
  retryDelay: retryDelaySeconds(name).first,
  retryDelayMax: retryDelaySeconds(name).max,
  // Never reached: the age of a job ends its retries.
  retryLimit: 100_000,
  retentionSeconds: 30 * daySeconds,
  // The result is in other tables. Until then, administrators of the database can see the job.
  deleteAfterSeconds: hourSeconds,
})

/** Every queue of jobs. A queue comes before those that name it. */
export const queues: readonly Queue[] = [
  { name: deadLetterQueue, retentionSeconds: 30 * daySeconds },
  ...jobQueueNames.map(jobQueue),
]

/**
 * Grows with every change of `queues`, `scheduleQueue`, `prepareQueue` and the version of pg-boss. A server of an older revision changes no
 * queue.
 */
export const queueRevision = 2

const schedulePrefix = 'schedule_'

/** The queue of a schedule. An occurrence is not retried: the next one follows. It never runs twice concurrently. */
export const scheduleQueue = (schedule: string): Queue => ({
  name: `${schedulePrefix}${schedule}`,
  policy: 'exclusive',
  notify: true,
  heartbeatSeconds,
  expireInSeconds: hourSeconds,
  retryLimit: 0,
  deleteAfterSeconds: hourSeconds,
})

/** Those of these queues that belong to schedules, also of other versions. */
export const scheduleQueuesAmong = (names: readonly string[]): readonly Queue[] =>
  names
    .filter((name) => name.startsWith(schedulePrefix))
    .map((name) => scheduleQueue(name.slice(schedulePrefix.length)))

/**
 * The tables of pg-boss that have rows in a new database. A copy of a database replaces the queues and their options by those
 * of the other one; versions, steps of its own migrations and measurements belong to each database.
 */
export const filledTables = {
  replaced: ['queue.queue'],
  kept: ['queue.version', 'queue.bam', 'queue.queue_stats'],
} as const
