import { pruneInBatches } from '../pruning/prune-in-batches.ts'
import type { Ports } from '../ports/index.ts'

/** Removes audit entries about strangers' sign-ins whose retention has ended; returns how many. For a schedule. */
export async function pruneRefusals(ports: Pick<Ports, 'transact'>): Promise<number> {
  return pruneInBatches(ports, ({ refusals }, countMax) => refusals.forget(countMax))
}
