import type { JobKind } from '../stores/job-store.ts'

/** How many jobs of a kind there are that are not done. */
export type JobCount = {
  readonly kind: JobKind
  /** Not begun, or to be tried again. */
  readonly waiting: number
  readonly underWay: number
  readonly givenUp: number
}

/** A job that was tried until it was of no use any more. It is kept for a month. */
export type DeadLetter = {
  /** As in the log. */
  readonly id: string
  readonly kind: JobKind
  readonly tries: number
  readonly createdAt: Date
  readonly givenUpAt: Date
  /** What came of the last try; null when nobody lived to tell. */
  readonly reason: string | null
}

/** What waits for workers, for those who look after Ken. */
export interface JobQueue {
  /** Counts every kind, also one of which there is nothing. */
  count(): Promise<readonly JobCount[]>

  /** The dead letters, latest first, at most so many. */
  listDead(limit: number): Promise<readonly DeadLetter[]>

  /** For how long a job has been due that nobody took, the oldest of them; 0 for none. Paced jobs wait their turn and do not count. */
  overdueSeconds(): Promise<number>
}
