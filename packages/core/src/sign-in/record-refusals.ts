import { pruneInBatches } from '../pruning/prune-in-batches.ts'
import type { Transacts } from '../ports/index.ts'

/** Writes refusals to the audit log, one entry per ended window of an exhausted bucket. Returns their number. A scheduled job. */
export async function recordRefusals(ports: Transacts<'refusals'>): Promise<number> {
  return pruneInBatches(ports, ({ refusals }, countMax) => refusals.record(countMax))
}
