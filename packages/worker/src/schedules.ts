import {
  maintainAuditChain,
  pruneChallenges,
  pruneChatPosts,
  pruneAttempts,
  pruneIdempotencyKeys,
  pruneKeyUsage,
  pruneLinkCodes,
  prunePasswordResets,
  pruneRefusals,
  pruneSessions,
  recordRefusals,
  remindOfKeyExpiry,
  type Ports,
} from '@ken/core'

/** A recurring use case. */
type Recurring = {
  /** Minute, hour, day of the month, month and day of the week, in UTC. */
  readonly cron: string
  /** Its name is the name of the schedule. */
  readonly useCase: (ports: Ports) => Promise<unknown>
}

/** All recurring use cases. Times missed while no scheduler ran are made up for once. */
export const schedules: readonly Recurring[] = [
  { cron: '10 * * * *', useCase: pruneChallenges },
  { cron: '20 * * * *', useCase: pruneSessions },
  { cron: '30 * * * *', useCase: prunePasswordResets },
  { cron: '35 * * * *', useCase: pruneLinkCodes },
  { cron: '40 * * * *', useCase: pruneAttempts },
  { cron: '45 * * * *', useCase: pruneIdempotencyKeys },
  { cron: '50 * * * *', useCase: remindOfKeyExpiry },
  { cron: '* * * * *', useCase: maintainAuditChain },
  { cron: '*/5 * * * *', useCase: recordRefusals },
  { cron: '35 3 * * *', useCase: pruneRefusals },
  { cron: '45 3 * * *', useCase: pruneChatPosts },
  { cron: '55 3 * * *', useCase: pruneKeyUsage },
]
