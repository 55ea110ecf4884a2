import { jobKinds, jobLifetimeSeconds, type Job, type JobKind } from '@ken/core/ports'
import type { Queue } from 'pg-boss'

const hourSeconds = 3_600
const daySeconds = 24 * hourSeconds

/** The queue of a job kind. Paced kinds share one, so that the others pass them. */
export type JobQueueName = JobKind | typeof pacedQueue

export const pacedQueue = 'deliver_invitation_paced'
export const jobQueueNames: readonly JobQueueName[] = [...jobKinds, pacedQueue]

export const queueNameOf = (job: Job): JobQueueName =>
  job.kind === 'deliver_invitation' && job.paced ? pacedQueue : job.kind
export const kindOf = (name: JobQueueName): JobKind =>
  name === pacedQueue ? 'deliver_invitation' : name

/** Jobs that failed until they expired. No worker takes them. */
export const deadLetterQueue = 'dead_letter'

export const scheduleQueue = 'schedule'

/** A worker without a heartbeat for this long counts as dead, and its jobs go to others. */
const heartbeatSeconds = 20

/** How long after its creation a job is retried. */
export const expirySeconds = (name: JobQueueName): number => jobLifetimeSeconds[kindOf(name)]

const isChat = (name: JobQueueName): boolean =>
  name === 'answer_chat_post' || name === 'admit_chat_sender'

const jobQueue = (name: JobQueueName): Queue => ({
  name,
  deadLetter: deadLetterQueue,
  notify: true,
  heartbeatSeconds,
  // Longer than the longest wait for a mail server.
  expireInSeconds: 900,
  retryBackoff: true,
  // People wait at the screen for a chat reply; email may be slower.
  retryDelay: isChat(name) ? 1 : 5,
  retryDelayMax: isChat(name) ? 60 : Math.min(900, expirySeconds(name) / 12),
  // Never reached: the age of a job ends its retries.
  retryLimit: 100_000,
  retentionSeconds: 30 * daySeconds,
  // The result is in other tables. Until then, administrators of the database can see the job.
  deleteAfterSeconds: hourSeconds,
})

/** Every queue. A queue comes before those that name it. */
export const queues: readonly Queue[] = [
  { name: deadLetterQueue, retentionSeconds: 30 * daySeconds },
  ...jobQueueNames.map(jobQueue),
  // A schedule is not retried: its next occurrence follows. It never runs twice concurrently.
  {
    name: scheduleQueue,
    policy: 'exclusive',
    notify: true,
    heartbeatSeconds,
    expireInSeconds: hourSeconds,
    retryLimit: 0,
    deleteAfterSeconds: hourSeconds,
  },
]
