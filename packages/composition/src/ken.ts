import type { Ports } from '@ken/core'
import type { BackgroundRole, Job, JobOutcome, JobHistory } from '@ken/core/ports'
import type { DiskFault, RoleNames, SeparatedRoles } from '@ken/postgres'
import type { Schedule, Working } from '@ken/queue'
import type { Config } from './config/config.ts'

/** A composed Ken: its ports, its health, and how to close it. */
export type Ken = {
  readonly config: Config
  /** The version of the program. */
  readonly version: string
  readonly ports: Ports
  /** The names of the applied migrations, in order. */
  readonly applied: readonly string[]
  /** Whether tables or queues of the job queue were missing, or of an older version. */
  readonly hasPreparedQueue: boolean
  readonly health: () => Promise<Health>
  /** Whether the time of the database is known, and with it whether the clocks agree. */
  readonly isClockMeasured: () => boolean
  /**
   * The parts of the health and the services, for administrators. Services are asked at most once in
   * a few minutes, and only when this is called.
   */
  readonly systemParts: () => Promise<readonly SystemPart[]>
  /**
   * Probes whether the disk of the database has room, by writing a little data temporarily where it
   * cannot be measured.
   */
  readonly probeDisk: () => Promise<DiskFault | null>
  /**
   * Creates or updates the database roles of the tables and of this program. On a PostgreSQL server
   * only.
   */
  readonly separateRoles: (names: RoleNames) => Promise<SeparatedRoles>
  /**
   * Runs the work of one request. Its statements wait for a connection no longer than a request
   * may. When the signal aborts, its searches end in the database, and so does a transaction that
   * has written nothing. Requests that wait take turns by their person, or by the network of their client until the person
   * is known. `clientNetwork` finds it, and is called only then. Clients whose network is unknown count as one.
   */
  readonly within: <Outcome>(
    signal: AbortSignal,
    work: () => Outcome,
    clientNetwork?: () => string | null,
  ) => Outcome
  /**
   * Runs jobs and schedules in this process until the result is closed. Close it before Ken;
   * closing it also ends the email of this process. Any number of processes may run it.
   */
  readonly work: (work: Work) => Promise<Working>
  /** Closes every connection and releases every lock. Idempotent. */
  readonly close: () => Promise<void>
}

/** What a process runs in the background. */
export type Work = {
  /** Runs a job of any kind. Null if other processes run jobs. */
  readonly runJob: ((job: Job, past: JobHistory) => Promise<JobOutcome>) | null
  /** All schedules. Null if other processes run them. */
  readonly schedules: readonly Schedule[] | null
}

/**
 * The state of a dependency or role: an `away` dependency does not respond, a `read_only` database refuses every write,
 * and a `missing` role has not run anywhere for a minute. `reason` says more and contains nothing confidential.
 */
export type PartHealth =
  | {
      readonly part: 'database' | 'redis' | 'queue' | 'clock' | BackgroundRole
      readonly state: 'ok'
    }
  | {
      readonly part: 'database' | 'redis' | 'queue' | 'clock'
      readonly state: 'away'
      readonly reason: string
    }
  | { readonly part: 'database'; readonly state: 'read_only'; readonly reason: string }
  | { readonly part: BackgroundRole; readonly state: 'missing'; readonly reason: string }
  | { readonly part: 'disk'; readonly state: DiskFault; readonly reason: string }

/** What Ken uses and can do without, or does not work well without. */
export type Service =
  | 'email'
  | 'embedder'
  | 'answer_model'
  | 'team_chat'
  | 'workspace_chat'
  | 'bot_messenger'
  | 'breach_check'
  | 'secrets'

/**
 * The state of a service. `off`: not configured or turned off. `unfinished`: a rotation of the
 * secrets is. `unknown`: its response takes longer than two seconds.
 */
export type ServiceHealth = {
  readonly part: Service
  readonly state: 'ok' | 'off' | 'away' | 'unfinished' | 'unknown'
  readonly reason?: string
  readonly since?: Date
}

/** A part or a service with the moment since which this process sees it in its state. */
export type SystemPart = Pick<PartHealth | ServiceHealth, 'part' | 'state'> & {
  readonly reason: string | null
  readonly since: Date
}

/**
 * `ready` while every part that requests need is available. A missing Redis weakens limits, a
 * missing worker or scheduler delays background work, and a full disk or a read-only database prevents writes; none of
 * them affects readiness. The disk is listed only when it has a fault.
 */
export type Health = { readonly ready: boolean; readonly parts: readonly PartHealth[] }
