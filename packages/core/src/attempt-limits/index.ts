export { pruneAttempts } from './prune-attempts.ts'
export { changesPerHourMax } from './within-change-limit.ts'
