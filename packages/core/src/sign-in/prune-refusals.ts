import { pruneInBatches } from '../pruning/prune-in-batches.ts'
import type { Transacts } from '../ports/index.ts'

/** Deletes audit entries of unauthenticated sign-ins after their retention and returns their number. A scheduled job. */
export async function pruneRefusals(ports: Transacts<'refusals'>): Promise<number> {
  return pruneInBatches(ports, ({ refusals }, countMax) => refusals.prune(countMax))
}
