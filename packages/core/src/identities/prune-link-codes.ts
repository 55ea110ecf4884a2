import type { Transacts } from '../ports/index.ts'
import { pruneInBatches } from '../pruning/prune-in-batches.ts'

/** Deletes all expired link codes and returns their number. A scheduled job. */
export async function pruneLinkCodes(ports: Transacts<'linkCodes'>): Promise<number> {
  return pruneInBatches(ports, ({ linkCodes }, countMax) => linkCodes.prune(countMax))
}
