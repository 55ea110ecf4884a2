import type { RefusalCounter } from '../../../ports/credentials/refusal-counter.ts'
import { ok } from '../../../model/result.ts'
import type { MemoryDatabase } from '../memory-database.ts'
import { memoryTransact } from '../stores/memory-transact.ts'

/** Stores each refusal once the changes before it are finished. */
export const memoryRefusalCounter = (database: MemoryDatabase): RefusalCounter => ({
  count(target) {
    void memoryTransact(database)(async ({ refusals }) => ok(await refusals.count(target, 1)))
  },
})
