export { pruneIdempotencyKeys } from './prune-idempotency-keys.ts'
export {
  runIdempotently,
  type IdempotentOutcome,
  type RunIdempotently,
} from './run-idempotently.ts'
