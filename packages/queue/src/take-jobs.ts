import {
  noHistory,
  Unavailable,
  type Job,
  type JobFault,
  type JobKind,
  type JobOutcome,
  type JobHistory,
  type Log,
} from '@ken/core/ports'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { DelayRetry } from './delay-retry.ts'
import { workerSlots } from './worker-slots.ts'
import {
  pacedQueue,
  expirySeconds,
  isOnlyJob,
  jobQueueNames,
  jobOf,
  kindOf,
  type JobQueueName,
  type QueuedJob,
} from './queues.ts'

/** How jobs run. */
export type JobWork = {
  readonly runJob: (job: Job, past: JobHistory) => Promise<JobOutcome>
  readonly paced: {
    /** The most paced jobs that run concurrently. */
    readonly concurrencyMax: number
    /** The most paced jobs fetched and settled in one statement. Jobs of a batch end together. */
    readonly batchMax: number
    /** Resolves when the next paced job may start. */
    readonly waitForSlot: () => Promise<void>
  }
}

/**
 * How many jobs of a kind a process runs concurrently. Chat users wait at the screen, often for a
 * model.
 */
const concurrencyMax: { readonly [Kind in JobKind]: number } = {
  answer_chat_post: 16,
  // A refusal mostly waits for its scheduled time; hundreds at once must leave the process to linked people.
  admit_chat_sender: 4,
  deliver_invitation: 3,
  deliver_password_reset: 3,
  deliver_notice: 3,
  remove_source: 1,
}

/**
 * Notifications wake workers immediately. In addition, an idle worker of each queue polls for delayed
 * jobs, and for all jobs while notifications do not arrive; when it finds one, it wakes another.
 */
const pollSeconds = (name: JobQueueName): number => (kindOf(name) === 'answer_chat_post' ? 1 : 5)
const fallbackPollSeconds = 60

/** What to call when a queue has a new job, by queue name. */
export type Wakers = Map<string, () => void>
type JobRunner = {
  readonly log: Log
  readonly delayRetry: DelayRetry
  readonly wakers: Wakers
  /** Gets the timers of the polls; the queue clears them when it stops. */
  readonly polls: NodeJS.Timeout[]
}

const fetchOptions = (batchSize: number) =>
  ({
    batchSize,
    perJobResults: true,
    // The next answer of a conversation may build on the one before.
    groupConcurrency: 1,
    includeMetadata: true,
    pollingIntervalSeconds: fallbackPollSeconds,
    notifyPollingIntervalSeconds: fallbackPollSeconds,
  }) as const

/**
 * Runs jobs of every kind until the queue is stopped. Kinds do not wait for each other.
 * Notifications wake workers through `wakers`.
 */
export async function takeJobs(
  boss: PgBoss,
  { runJob, paced }: JobWork,
  { log, delayRetry, wakers, polls }: JobRunner,
): Promise<void> {
  const take = async (
    name: JobQueueName,
    slotCount: number,
    batchMax: number,
    work: JobWork['runJob'],
  ) => {
    const slots = workerSlots(boss)
    wakers.set(name, slots.wakeOne)
    for (let slot = 0; slot < slotCount; slot += 1) {
      const options = fetchOptions(batchMax)
      const worker = await boss.work<QueuedJob, unknown, typeof options>(name, options, (jobs) =>
        slots.run(slot, !jobs.every(isOnlyJob), () =>
          Promise.all(jobs.map((job) => attempt(name, job, work, { log, delayRetry }))),
        ),
      )
      slots.add(worker)
    }
    polls.push(setInterval(slots.poll, pollSeconds(name) * 1_000))
  }
  for (const name of jobQueueNames)
    if (name !== pacedQueue) await take(name, concurrencyMax[kindOf(name)], 1, runJob)
  await take(
    pacedQueue,
    Math.ceil(paced.concurrencyMax / paced.batchMax),
    paced.batchMax,
    async (job, past) => {
      await paced.waitForSlot()
      return runJob(job, past)
    },
  )
}

/** Runs a job once and decides whether it is retried. */
async function attempt(
  name: JobQueueName,
  queued: JobWithMetadata<QueuedJob>,
  work: JobWork['runJob'],
  { log, delayRetry }: Pick<JobRunner, 'log' | 'delayRetry'>,
): Promise<JobResult> {
  const { id, data, createdOn, startedOn, retryCount, output } = queued
  const job = jobOf(data)
  const past = retryCount === 0 ? noHistory : historyOf(output)
  const failure = await (async () => work(job, past))().then(
    (outcome) => (outcome.ok ? null : { ...outcome.error, shown: outcome.error.reason }),
    // The error may contain personal data, which does not belong in the queue.
    (error: unknown) => ({
      code: 'failed' as const,
      shown: 'failed',
      reason: error instanceof Error ? error.message : String(error),
      pauseSeconds: error instanceof Unavailable ? error.pauseSeconds : null,
    }),
  )
  if (failure === null) return { id, status: 'completed' }
  // Both times are by the database's clock.
  const isExpired = startedOn.getTime() - createdOn.getTime() >= expirySeconds(name) * 1_000
  const fields = { job: id, kind: job.kind, tries: retryCount + 1, reason: failure.reason }
  if (isExpired) log.error('job.given_up', fields)
  else log.warn('job.deferred', fields)
  const left: TryOutput = {
    reason: failure.shown,
    fault: failure.code,
    mayBeDone: past.mayBeDone || failure.code === 'mail.unknown',
  }
  if (!isExpired) await delayRetry(name, queued, failure.pauseSeconds ?? 0)
  return { id, status: isExpired ? 'deadletter' : 'failed', output: left }
}

/** What a failed try passes to the next one. */
type TryOutput = {
  readonly reason: string
  readonly fault: JobFault
  readonly mayBeDone: boolean
}

/** pg-boss writes the output of a worker that died or was stopped. */
function historyOf(output: object): JobHistory {
  const isAbandoned = !('mayBeDone' in output)
  return { isAbandoned, mayBeDone: isAbandoned || output.mayBeDone === true }
}
