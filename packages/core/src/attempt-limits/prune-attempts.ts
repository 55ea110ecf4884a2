import type { Ports } from '../ports/index.ts'
import { inBatches } from '../pruning/prune-in-batches.ts'

/**
 * Deletes all obsolete attempt counts, which addresses without an account leave behind. Returns
 * their number. Runs on a schedule.
 */
export async function pruneAttempts(ports: Pick<Ports, 'attemptLimits'>): Promise<number> {
  return inBatches((countMax) => ports.attemptLimits.prune(countMax))
}
