import type { Ports } from '../ports/index.ts'
import { pruneInBatches } from '../pruning/prune-in-batches.ts'
import { usageDaysMax } from '../model/keys/usage.ts'

/** Forgets usage that is too old to be shown, and which batches of it were stored; returns how many hours. For a schedule. */
export async function pruneKeyUsage(ports: Pick<Ports, 'transact'>): Promise<number> {
  await pruneInBatches(ports, ({ keys }, countMax) => keys.pruneUsageBatches(countMax))
  return pruneInBatches(ports, ({ keys }, countMax) => keys.pruneUsage(usageDaysMax, countMax))
}
