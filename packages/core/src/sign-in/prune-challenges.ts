import type { Ports } from '../ports/index.ts'
import { pruneInBatches } from '../pruning/prune-in-batches.ts'

/** Forgets all challenges that are past their end; answers how many. For a schedule. */
export async function pruneChallenges(ports: Pick<Ports, 'transact'>): Promise<number> {
  return pruneInBatches(ports, ({ challenges }, countMax) => challenges.prune(countMax))
}
