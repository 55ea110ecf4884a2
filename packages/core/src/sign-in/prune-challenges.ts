import type { Transacts } from '../ports/index.ts'
import { pruneInBatches } from '../pruning/prune-in-batches.ts'

/** Deletes all expired challenges and returns their number. A scheduled job. */
export async function pruneChallenges(ports: Transacts<'challenges'>): Promise<number> {
  return pruneInBatches(ports, ({ challenges }, countMax) => challenges.prune(countMax))
}
