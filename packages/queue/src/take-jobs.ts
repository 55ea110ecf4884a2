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
import type { CompleteOptions, JobWithMetadata, PgBoss } from 'pg-boss'
import type { WorkConnection } from './connection.ts'
import { jobRunner } from './job-runner.ts'
import { isOfConnection } from './logged-connection.ts'
import { pollDueQueues } from './poll-due-queues.ts'
import type { Retry, SetRetry } from './set-retry.ts'
import {
  pacedQueue,
  expirySeconds,
  heartbeatSeconds,
  isChat,
  isOnlyJob,
  jobQueueNames,
  jobOf,
  jobSecondsMax,
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
    /** The most paced jobs fetched in one statement, and completed in one. Jobs of a batch end together. */
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

type Batch = readonly JobWithMetadata<QueuedJob>[]
type JobTaker = {
  readonly log: Log
  readonly connection: WorkConnection
  readonly schema: string
  readonly setRetry: SetRetry
}

/** The jobs that this process takes. */
export type Taking = {
  /** Looks for a new job of a queue. Returns whether it takes the jobs of that queue. */
  readonly wake: (queue: string) => boolean
  /** Looks for jobs of all queues. */
  readonly wakeAll: () => void
  /** Stops taking jobs. Resolves once those that run have ended. */
  readonly close: () => Promise<void>
  /** Gives the jobs that still run to other workers, and ends the heartbeats. */
  readonly abandon: () => Promise<void>
}

/** Runs jobs of every kind until it is closed. Kinds do not wait for each other. */
export function takeJobs(boss: PgBoss, { runJob, paced }: JobWork, taker: JobTaker): Taking {
  const startPaced: JobWork['runJob'] = async (job, past) => {
    await paced.waitForSlot()
    return runJob(job, past)
  }
  const queues = new Map<string, ReturnType<typeof takeQueue>>(
    jobQueueNames.map((name) => [
      name,
      name === pacedQueue
        ? takeQueue(boss, taker, {
            name,
            concurrencyMax: Math.ceil(paced.concurrencyMax / paced.batchMax),
            batchMax: paced.batchMax,
            runJob: startPaced,
          })
        : takeQueue(boss, taker, {
            name,
            concurrencyMax: concurrencyMax[kindOf(name)],
            batchMax: 1,
            runJob,
          }),
    ]),
  )
  const all = [...queues.values()]
  const { connection, schema } = taker
  const polling = pollDueQueues(connection, schema, (name) => queues.get(name)?.poll())
  return {
    wake(queue) {
      queues.get(queue)?.wake()
      return queues.has(queue)
    },
    wakeAll: () => all.forEach((queue) => queue.poll()),
    async close() {
      await Promise.all([polling.stop(), ...all.map((queue) => queue.close())])
    },
    async abandon() {
      await Promise.all([polling.stop(), ...all.map((queue) => queue.abandon())])
    },
  }
}

type QueueWork = Pick<JobWork, 'runJob'> & {
  readonly name: JobQueueName
  readonly concurrencyMax: number
  readonly batchMax: number
}

/** Runs the jobs of one queue. */
function takeQueue(
  boss: PgBoss,
  { log, connection, setRetry }: JobTaker,
  { name, runJob, batchMax, ...limits }: QueueWork,
) {
  const options = {
    batchSize: batchMax,
    // The next answer of a conversation may build on the one before.
    groupConcurrency: 1,
    includeMetadata: true,
  } as const
  // If a crash of the database undoes it, the job runs again and finds its post answered.
  const completing: CompleteOptions = isChat(name)
    ? { db: { executeSql: (text, values) => connection.executeSql(text, values, 'unflushed') } }
    : {}
  const complete = async (jobs: Batch) => {
    await boss.complete(name, [...jobs], undefined, completing)
  }
  const report = (error: unknown) => {
    if (error instanceof Error && !isOfConnection(error))
      log.warn('queue.failed', { reason: error.message })
  }
  const runBatch = async (batch: Batch): Promise<void> => {
    try {
      const attempts = Promise.all(batch.map((job) => attempt(name, job, runJob, log)))
      await storeResults({ boss, complete, setRetry }, name, await inTime(attempts))
    } catch (error) {
      report(error)
      // Otherwise the others of its group would wait until its heartbeat is missed.
      await boss.fail(name, [...batch], { message: 'The result of the job is unknown.' })
    }
  }
  const runner = jobRunner<Batch>({
    ...limits,
    async fetch() {
      const jobs = await boss.fetch<QueuedJob>(name, options)
      return jobs.length === 0 ? null : jobs
    },
    run: (batch) =>
      isChat(name) ? connection.endTogether(() => runBatch(batch)) : runBatch(batch),
    mayBeMore: (batch) => !batch.every(isOnlyJob),
    report,
  })
  const heartbeats = setInterval(() => {
    const jobs = runner.running().flat()
    if (jobs.length > 0) void boss.touch(name, jobs).catch(report)
  }, heartbeatSeconds * 500)
  return {
    ...runner,
    async abandon() {
      clearInterval(heartbeats)
      void runner.close()
      const jobs = runner.running().flat()
      if (jobs.length > 0)
        await boss.fail(name, jobs, { message: 'The worker stopped.' }).catch(report)
    },
  }
}

/** Throws if jobs take longer than they may: others get their place. */
async function inTime<Value>(jobs: Promise<Value>): Promise<Value> {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const expire = () => reject(new Error(`A job did not end within ${jobSecondsMax} seconds.`))
  const timer = setTimeout(expire, jobSecondsMax * 1_000)
  // A worker that stops does not wait for it.
  timer.unref()
  try {
    return await Promise.race([jobs, expired])
  } finally {
    clearTimeout(timer)
  }
}

/** The result of an attempt; `failed` is null if it succeeded. */
type Result = {
  readonly job: JobWithMetadata<QueuedJob>
  readonly failed: { readonly left: AttemptOutput; readonly retry: Retry } | null
}

/** Runs a job once and decides whether it is retried. */
async function attempt(
  name: JobQueueName,
  queued: JobWithMetadata<QueuedJob>,
  work: JobWork['runJob'],
  log: Log,
): Promise<Result> {
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
  if (failure === null) return { job: queued, failed: null }
  // Both times are by the database's clock.
  const isExpired = startedOn.getTime() - createdOn.getTime() >= expirySeconds(name) * 1_000
  const fields = { job: id, kind: job.kind, tries: retryCount + 1, reason: failure.reason }
  if (isExpired) log.error('job.given_up', fields)
  else log.warn('job.deferred', fields)
  const left: AttemptOutput = {
    reason: failure.shown,
    fault: failure.code,
    mayBeDone: past.mayBeDone || failure.code === 'mail.unknown',
  }
  const retry = isExpired ? 'never' : { pauseSeconds: failure.pauseSeconds ?? 0 }
  return { job: queued, failed: { left, retry } }
}

type ResultStores = {
  readonly boss: PgBoss
  readonly complete: (jobs: Batch) => Promise<void>
  readonly setRetry: SetRetry
}

/** Stores the results of a batch. */
async function storeResults(
  { boss, complete, setRetry }: ResultStores,
  name: JobQueueName,
  results: readonly Result[],
): Promise<void> {
  const completed = results.filter(({ failed }) => failed === null).map(({ job }) => job)
  if (completed.length > 0) await complete(completed)
  for (const { job, failed } of results) {
    if (failed === null) continue
    await setRetry(name, job, failed.retry)
    await boss.fail(name, job, failed.left)
  }
}

/** What a failed attempt passes to the next one. */
type AttemptOutput = {
  readonly reason: string
  readonly fault: JobFault
  readonly mayBeDone: boolean
}

/** pg-boss writes the output of a worker that died or was stopped. */
function historyOf(output: object): JobHistory {
  const isAbandoned = !('mayBeDone' in output)
  return { isAbandoned, mayBeDone: isAbandoned || output.mayBeDone === true }
}
