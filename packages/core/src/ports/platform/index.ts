export {
  backgroundRoles,
  heartbeatLifetimeSeconds,
  heartbeatSeconds,
  type BackgroundHeartbeats,
  type BackgroundRole,
} from './background-heartbeats.ts'
export type { Clock } from './clock.ts'
export type { IdSource } from './id-source.ts'
export type { DeadLetter, JobCount, JobQueue } from './job-queue.ts'
export type { Log, LogFields } from './log.ts'
export type { Mailer } from './mailer.ts'
export type { Pause } from './pause.ts'
export {
  processRoles,
  type ProcessReports,
  type ProcessRole,
  type RunningProcess,
  type SeenProcess,
} from './process-reports.ts'
export { SearchTimeout, Unavailable } from './unavailable.ts'
