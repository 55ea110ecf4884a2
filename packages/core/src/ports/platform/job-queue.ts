import type { RemovalJob } from '../../model/knowledge/source-removal.ts'
import type { JobFault, JobKind } from '../stores/platform/job-store.ts'

/** How many jobs of one kind are not done. */
export type JobCount = {
  readonly kind: JobKind
  /** Not started, or to be retried. */
  readonly waiting: number
  /** The waiting jobs that are due later, such as retries after a pause. */
  readonly delayed: number
  readonly running: number
  readonly deadLettered: number
}

/** A job that is no longer retried. It is kept for a month. */
export type DeadLetter = {
  /** The same id as in the log. */
  readonly id: string
  readonly kind: JobKind
  readonly attempts: number
  readonly createdAt: Date
  readonly deadLetteredAt: Date
  /** The result of the last attempt, in words and as one of a closed list; null if its worker died. */
  readonly reason: string | null
  readonly fault: JobFault | null
}

/** The state of the queue, for operators. */
export interface JobQueue {
  /** Counts every kind, including kinds without jobs. */
  count(): Promise<readonly JobCount[]>

  /** The dead letters, latest first, at most `limit`. */
  listDead(limit: number): Promise<readonly DeadLetter[]>

  /**
   * The jobs that remove sources, at most `limit`: fresh ones first, then retried, then dead ones, latest
   * first.
   */
  listRemovals(limit: number): Promise<readonly RemovalJob[]>

  /**
   * How long the oldest due job has waited for a worker; 0 if there is none. Paced jobs, and answers that wait for
   * another one of their conversation, do not count.
   */
  overdueSeconds(): Promise<number>
}
