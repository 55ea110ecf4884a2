export { pruneAttempts } from './prune-attempts.ts'
export { changesPerHourMax, type LimitedChange } from './within-change-limit.ts'
