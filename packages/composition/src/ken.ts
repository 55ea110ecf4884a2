import type { Ports } from '@ken/core'
import type { Job, JobOutcome, JobPast } from '@ken/core/ports'
import type { Schedule, Working } from '@ken/queue'
import type { Config } from './config.ts'

/** Ken, put together: what use cases run on, how its parts are, and how to end it. */
export type Ken = {
  readonly config: Config
  readonly ports: Ports
  /** Names of the migrations that composing applied, in order. */
  readonly applied: readonly string[]
  readonly health: () => Promise<Health>
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

/** How a part that Ken depends on is. `reason` says why it is away, in words that anybody may read. */
export type PartHealth =
  | { readonly part: 'database' | 'redis' | 'queue'; readonly state: 'ok' }
  | { readonly part: 'database' | 'redis' | 'queue'; readonly state: 'away'; readonly reason: string }

/**
 * `ready` while every part is there that requests need: a missing Redis weakens limits and a queue that nobody works off
 * holds mail up, but neither readiness.
 */
export type Health = { readonly ready: boolean; readonly parts: readonly PartHealth[] }
