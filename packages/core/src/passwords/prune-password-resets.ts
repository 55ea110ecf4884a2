import type { Ports } from '../ports/index.ts'
import { pruneInBatches } from '../pruning/prune-in-batches.ts'

/** Forgets all reset links that are past their end; answers how many. For a schedule. */
export async function prunePasswordResets(ports: Pick<Ports, 'transact'>): Promise<number> {
  return pruneInBatches(ports, ({ passwordResets }, countMax) => passwordResets.prune(countMax))
}
