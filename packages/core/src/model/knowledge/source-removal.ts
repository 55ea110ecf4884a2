import type { Source } from './document.ts'

/** A job that removes a source and is not done. */
export type RemovalJob = {
  /** The same id as in the log. */
  readonly id: string
  readonly source: Source
  /** `retried` if an attempt has failed, `dead` if no other follows. */
  readonly state: 'fresh' | 'retried' | 'dead'
  /** The result of the last attempt; null if its worker died, and for fresh jobs. */
  readonly reason: string | null
}

/** The most jobs of removals that are read. */
export const removalJobsMax = 1_000

/** Why the removal of a source makes no progress. */
export type RemovalFailure = {
  /** The job in the log; null if there is none any more. */
  readonly jobId: string | null
  readonly reason: 'error' | 'worker_died' | 'job_missing'
  /** No other attempt follows unless someone requests it. */
  readonly isFinal: boolean
}

/** Whether a removal fails, by the jobs of its source: one that has not failed is enough. */
export function removalFailure(jobs: readonly RemovalJob[]): RemovalFailure | null {
  const job = (['fresh', 'retried', 'dead'] as const)
    .map((state) => jobs.find((one) => one.state === state))
    .find((one) => one !== undefined)
  if (job === undefined) return { jobId: null, reason: 'job_missing', isFinal: true }
  if (job.state === 'fresh') return null
  const reason = job.reason === null ? 'worker_died' : 'error'
  return { jobId: job.id, reason, isFinal: job.state === 'dead' }
}
