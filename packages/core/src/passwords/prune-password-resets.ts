import type { Transacts } from '../ports/index.ts'
import { pruneInBatches } from '../pruning/prune-in-batches.ts'

/** Deletes all expired reset links and returns their number. A scheduled job. */
export async function prunePasswordResets(ports: Transacts<'passwordResets'>): Promise<number> {
  return pruneInBatches(ports, ({ passwordResets }, countMax) => passwordResets.prune(countMax))
}
