import type { Transacts } from '../../ports/index.ts'
import { pruneInBatches } from '../../pruning/prune-in-batches.ts'
import { usageDaysMax } from '../../model/keys/usage.ts'

/** Deletes usage and batch ids past their retention, and returns the number of deleted hours. A scheduled job. */
export async function pruneKeyUsage(ports: Transacts<'keyUsage'>): Promise<number> {
  await pruneInBatches(ports, ({ keyUsage }, countMax) => keyUsage.pruneBatches(countMax))
  return pruneInBatches(ports, ({ keyUsage }, countMax) =>
    keyUsage.pruneHours(usageDaysMax, countMax),
  )
}
