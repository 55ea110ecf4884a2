import type { Ports } from '../ports/index.ts'
import { pruneInBatches } from '../prune-in-batches.ts'
import { usageDaysMax } from './usage.ts'

/** Forgets usage that is too old to be shown; answers of how many hours. For a schedule. */
export async function pruneKeyUsage(ports: Pick<Ports, 'transact'>): Promise<number> {
  return pruneInBatches(ports, ({ keys }, countMax) => keys.pruneUsage(usageDaysMax, countMax))
}
