import type { Transacts } from '../ports/index.ts'
import { pruneInBatches } from '../pruning/prune-in-batches.ts'

/** Deletes stored responses past their retention and returns their number. A scheduled job. */
export async function pruneIdempotencyKeys(ports: Transacts<'idempotency'>): Promise<number> {
  return pruneInBatches(ports, ({ idempotency }, countMax) => idempotency.prune(countMax))
}
