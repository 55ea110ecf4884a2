import type { Ports } from '@ken/core'
import type { BackgroundRole, Job, JobOutcome, JobPast } from '@ken/core/ports'
import type { DiskFault } from '@ken/postgres'
import type { Schedule, Working } from '@ken/queue'
import type { Config } from './config.ts'

/** Ken, put together: what use cases run on, how its parts are, and how to end it. */
export type Ken = {
  readonly config: Config
  readonly ports: Ports
  /** Names of the migrations that composing applied, in order. */
  readonly applied: readonly string[]
  readonly health: () => Promise<Health>
  /** Looks whether the disk of the database has room, where that cannot be measured by taking a little for a moment. */
  readonly probeDisk: () => Promise<DiskFault | null>
  /**
   * Runs the work of one request. Its statements wait for a connection no longer than a request may. When the signal
   * aborts, its searches end in the database, and so does a transaction that has written nothing yet.
   */
  readonly within: <Outcome>(signal: AbortSignal, work: () => Outcome) => Outcome
  /**
   * Carries out what waits in the queue, in this process, until that is closed, which comes before `close` and ends the
   * mail of this process. Any number of processes may do so at once.
   */
  readonly work: (work: Work) => Promise<Working>
  /** Ends every connection and gives back every lock. Idempotent. */
  readonly close: () => Promise<void>
}

/** What a process does with what waits. */
export type Work = {
  /** Carries out a job of any kind. Null where others do that. */
  readonly carryOut: ((job: Job, past: JobPast) => Promise<JobOutcome>) | null
  /** All schedules there are. Null where others run them. */
  readonly schedules: readonly Schedule[] | null
}

/**
 * How a part that Ken depends on is: `away` does not respond, and a role that is `missing` has not run anywhere for a minute.
 * `reason` says more, in words that anybody may read.
 */
export type PartHealth =
  | { readonly part: 'database' | 'redis' | 'queue' | 'clock' | BackgroundRole; readonly state: 'ok' }
  | { readonly part: 'database' | 'redis' | 'queue' | 'clock'; readonly state: 'away'; readonly reason: string }
  | { readonly part: BackgroundRole; readonly state: 'missing'; readonly reason: string }
  | { readonly part: 'disk'; readonly state: DiskFault; readonly reason: string }

/**
 * `ready` while every part is there that requests need. A missing Redis weakens limits, a missing worker or scheduler holds up
 * what runs in the background, and a full disk keeps anything from being stored, but none of them takes readiness away. The disk
 * is a part only while something is wrong with it.
 */
export type Health = { readonly ready: boolean; readonly parts: readonly PartHealth[] }
