import type { Transacts } from '../ports/index.ts'
import { pruneInBatches } from '../pruning/prune-in-batches.ts'

/** Deletes all ended sessions and returns their number. A scheduled job. */
export async function pruneSessions(ports: Transacts<'sessions'>): Promise<number> {
  return pruneInBatches(ports, ({ sessions }, countMax) => sessions.prune(countMax))
}
