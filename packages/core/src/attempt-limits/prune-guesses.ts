import type { Ports } from '../ports/index.ts'
import { inBatches } from '../pruning/prune-in-batches.ts'

/** Forgets all counts of guesses that matter no more, which addresses without an account leave behind; answers how many. For a schedule. */
export async function pruneGuesses(ports: Pick<Ports, 'guessBudgets'>): Promise<number> {
  return inBatches((countMax) => ports.guessBudgets.prune(countMax))
}
