import { jobKinds, jobLifetimeSeconds, type Job, type JobKind } from '@ken/core/ports'
import type { Queue } from 'pg-boss'

const hourSeconds = 3_600
const daySeconds = 24 * hourSeconds

/** Where jobs of a kind wait; those that are paced wait apart, so that the others pass them. */
export type JobQueueName = JobKind | typeof pacedQueue

export const pacedQueue = 'deliver_invitation_paced'
export const jobQueueNames: readonly JobQueueName[] = [...jobKinds, pacedQueue]

export const queueNameOf = (job: Job): JobQueueName => (job.kind === 'deliver_invitation' && job.paced ? pacedQueue : job.kind)
export const kindOf = (name: JobQueueName): JobKind => (name === pacedQueue ? 'deliver_invitation' : name)

/** Where jobs end that were tried until their time was over. Nobody takes them from there. */
export const deadLetterQueue = 'dead_letter'

export const scheduleQueue = 'schedule'

/** Whose worker gives no sign of life for this long is taken for dead, and its jobs are given to others. */
const heartbeatSeconds = 20

/** How long after the act a job is still tried. */
export const whileOfUseSeconds = (name: JobQueueName): number => jobLifetimeSeconds[kindOf(name)]

const isChat = (name: JobQueueName): boolean => name === 'answer_chat_post' || name === 'admit_chat_sender'

const jobQueue = (name: JobQueueName): Queue => ({
  name,
  deadLetter: deadLetterQueue,
  notify: true,
  heartbeatSeconds,
  // Longer than any mail server is waited for.
  expireInSeconds: 900,
  retryBackoff: true,
  // Somebody waits for the answer before the screen; for a mail nobody does.
  retryDelay: isChat(name) ? 1 : 5,
  retryDelayMax: isChat(name) ? 60 : Math.min(900, whileOfUseSeconds(name) / 12),
  // Their age ends the tries; this many there never are.
  retryLimit: 100_000,
  retentionSeconds: 30 * daySeconds,
  // What was done is in other tables. Until then it shows who looks into the database what happens.
  deleteAfterSeconds: hourSeconds,
})

/** Every queue. One stands before those that name it. */
export const queues: readonly Queue[] = [
  { name: deadLetterQueue, retentionSeconds: 30 * daySeconds },
  ...jobQueueNames.map(jobQueue),
  // What a schedule does is done again at its next time, and never twice at once.
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
