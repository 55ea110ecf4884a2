import { pruneInBatches } from '../pruning/prune-in-batches.ts'
import type { Ports } from '../ports/index.ts'

/** Writes the refusals of closed budgets to the audit log, one entry for each window that has ended; returns how many. For a schedule. */
export async function recordRefusals(ports: Pick<Ports, 'transact'>): Promise<number> {
  return pruneInBatches(ports, ({ refusals }, countMax) => refusals.record(countMax))
}
