import type { RefusalCounter } from '../../../ports/credentials/refusal-counter.ts'
import { ok } from '../../../model/result.ts'
import type { MemoryDatabase } from '../memory-database.ts'
import { memoryTransact } from '../stores/memory-transact.ts'

/** Stores each refusal as soon as the changes before it are done. */
export const memoryRefusalCounter = (database: MemoryDatabase): RefusalCounter => ({
  note(target) {
    void memoryTransact(database)(async ({ refusals }) => ok(await refusals.count(target, 1)))
  },
})
