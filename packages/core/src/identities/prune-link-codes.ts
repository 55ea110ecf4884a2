import type { Ports } from '../ports/index.ts'
import { pruneInBatches } from '../pruning/prune-in-batches.ts'

/** Forgets all link codes that are past their end; answers how many. For a schedule. */
export async function pruneLinkCodes(ports: Pick<Ports, 'transact'>): Promise<number> {
  return pruneInBatches(ports, ({ linkCodes }, countMax) => linkCodes.prune(countMax))
}
