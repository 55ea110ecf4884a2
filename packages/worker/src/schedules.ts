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
  /** The name of the use case, under which the queue stores the schedule. A bundler may change that of the function. */
  readonly name: string
  /** Minute, hour, day of the month, month and day of the week, in UTC. */
  readonly cron: string
  readonly useCase: (ports: Ports) => Promise<unknown>
}

/** All recurring use cases. Times missed while no scheduler ran are made up for once. */
export const schedules: readonly Recurring[] = [
  { name: 'pruneChallenges', cron: '10 * * * *', useCase: pruneChallenges },
  { name: 'pruneSessions', cron: '20 * * * *', useCase: pruneSessions },
  { name: 'prunePasswordResets', cron: '30 * * * *', useCase: prunePasswordResets },
  { name: 'pruneLinkCodes', cron: '35 * * * *', useCase: pruneLinkCodes },
  { name: 'pruneAttempts', cron: '40 * * * *', useCase: pruneAttempts },
  { name: 'pruneIdempotencyKeys', cron: '45 * * * *', useCase: pruneIdempotencyKeys },
  { name: 'remindOfKeyExpiry', cron: '50 * * * *', useCase: remindOfKeyExpiry },
  { name: 'maintainAuditChain', cron: '* * * * *', useCase: maintainAuditChain },
  { name: 'recordRefusals', cron: '*/5 * * * *', useCase: recordRefusals },
  { name: 'pruneRefusals', cron: '35 3 * * *', useCase: pruneRefusals },
  { name: 'pruneChatPosts', cron: '45 3 * * *', useCase: pruneChatPosts },
  { name: 'pruneKeyUsage', cron: '55 3 * * *', useCase: pruneKeyUsage },
]
