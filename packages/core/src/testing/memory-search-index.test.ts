import { memoryDatabase } from './memory-database.ts'
import { memorySearchIndex } from './memory-search-index.ts'
import { memoryTransact } from './memory-transact.ts'
import { searchIndexContract } from './search-index.contract.ts'
import { testClock } from './test-clock.ts'

searchIndexContract(
  'memory',
  async () => {
    const clock = testClock()
    const database = memoryDatabase(clock)
    const age = async (milliseconds: number) => clock.advance(milliseconds)
    return { searchIndex: memorySearchIndex(database), transact: memoryTransact(database), age, close: async () => {} }
  },
  { vectors: true },
)
