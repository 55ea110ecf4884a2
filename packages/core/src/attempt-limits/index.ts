export { pruneAttempts } from './prune-attempts.ts'
