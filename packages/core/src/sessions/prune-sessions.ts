import type { Ports } from '../ports/index.ts'
import { pruneInBatches } from '../pruning/prune-in-batches.ts'

/** Forgets all sessions that are over; answers how many. For a schedule. */
export async function pruneSessions(ports: Pick<Ports, 'transact'>): Promise<number> {
  return pruneInBatches(ports, ({ sessions }, countMax) => sessions.prune(countMax))
}
