import { jobKinds, noPast, type Job, type JobKind, type JobOutcome, type JobPast, type Log } from '@ken/core/ports'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import { placesOf } from './places.ts'
import { pacedQueue, whileOfUseSeconds, type JobQueueName } from './queues.ts'

/** How jobs are carried out. */
export type JobWork = {
  readonly carryOut: (job: Job, past: JobPast) => Promise<JobOutcome>
  readonly paced: {
    /** How many of the paced jobs may be under way at once. */
    readonly atOnceMax: number
    /** How many of them are fetched and settled in one statement. The jobs of a batch make room for others together. */
    readonly batchMax: number
    /** Resolves when the next of them may begin. */
    readonly turn: () => Promise<void>
  }
}

/** How many jobs of a kind a process has under way at once. Who chats waits before the screen, often for a model. */
const atOnceMax: { readonly [Kind in JobKind]: number } = {
  answer_chat_post: 16,
  // Most of the time it waits for the moment of a refusal.
  admit_chat_sender: 8,
  deliver_invitation: 3,
  deliver_password_reset: 3,
  deliver_notice: 3,
}

/**
 * Whoever listens is told of new jobs at once. One of those who take from a queue looks besides, for jobs whose pause is
 * over, and for all where nobody can be told; when it finds one, it wakes another.
 */
const lookingSeconds = (name: JobQueueName): number => (name === 'answer_chat_post' ? 1 : 5)
const wokenSeconds = 60

/** What is to be done when a queue has a new job, by its name. */
export type Wakers = Map<string, () => void>
type Taking = { readonly log: Log; readonly wakers: Wakers }

const takingEvery = (seconds: number, batchSize: number) =>
  ({
    batchSize,
    perJobResults: true,
    includeMetadata: true,
    pollingIntervalSeconds: seconds,
    notifyPollingIntervalSeconds: seconds,
  }) as const

/** Takes jobs of every kind until the queue is stopped. Kinds do not wait for each other. Wakes who is told of through `wakers`. */
export async function takeJobs(boss: PgBoss, { carryOut, paced }: JobWork, { log, wakers }: Taking): Promise<void> {
  const take = async (name: JobQueueName, places: number, batchMax: number, work: JobWork['carryOut']) => {
    const each = placesOf(boss)
    wakers.set(name, each.wakeOne)
    for (let place = 0; place < places; place += 1) {
      const taking = takingEvery(place === 0 ? lookingSeconds(name) : wokenSeconds, batchMax)
      const worker = await boss.work<Job, unknown, typeof taking>(name, taking, (jobs) =>
        each.occupy(place, () => Promise.all(jobs.map((job) => attempt(name, job, work, log)))),
      )
      each.settle(worker)
    }
  }
  for (const name of jobKinds) await take(name, atOnceMax[name], 1, carryOut)
  await take(pacedQueue, Math.ceil(paced.atOnceMax / paced.batchMax), paced.batchMax, async (job, past) => {
    await paced.turn()
    return carryOut(job, past)
  })
}

/** Tries a job once, and tells whether it is tried again. */
async function attempt(
  name: JobQueueName,
  { id, data: job, createdOn, startedOn, retryCount, output }: JobWithMetadata<Job>,
  work: JobWork['carryOut'],
  log: Log,
): Promise<JobResult> {
  const past = retryCount === 0 ? noPast : pastOf(output)
  const failure = await Promise.try(work, job, past).then(
    (outcome) => (outcome.ok ? null : { ...outcome.error, shown: outcome.error.reason }),
    // What was thrown may name what nobody should read in the queue.
    (error: unknown) => ({ code: 'failed', shown: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  )
  if (failure === null) return { id, status: 'completed' }
  // Both by the clock of the database.
  const isOver = startedOn.getTime() - createdOn.getTime() >= whileOfUseSeconds(name) * 1_000
  const fields = { job: id, kind: job.kind, tries: retryCount + 1, reason: failure.reason }
  if (isOver) log.error('job.given_up', fields)
  else log.warn('job.deferred', fields)
  const left: TryOutput = {
    reason: failure.shown,
    isPerhapsDone: past.isPerhapsDone || failure.code === 'mail.unknown',
  }
  return { id, status: isOver ? 'deadletter' : 'failed', output: left }
}

/** What a try that failed leaves for the next one. */
type TryOutput = { readonly reason: string; readonly isPerhapsDone: boolean }

/** What a worker that died or was stopped leaves, pg-boss writes itself. */
function pastOf(output: object): JobPast {
  const isAbandoned = !('isPerhapsDone' in output)
  return { isAbandoned, isPerhapsDone: isAbandoned || output.isPerhapsDone === true }
}
