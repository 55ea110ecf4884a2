import type { Ports } from '../ports/index.ts'
import { pruneInBatches } from '../pruning/prune-in-batches.ts'

/** Forgets all answers that are kept no longer for repeated requests; returns how many. For a schedule. */
export async function pruneIdempotencyKeys(ports: Pick<Ports, 'transact'>): Promise<number> {
  return pruneInBatches(ports, ({ idempotency }, countMax) => idempotency.prune(countMax))
}
