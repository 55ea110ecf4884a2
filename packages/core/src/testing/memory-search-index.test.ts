import { memoryDatabase } from './memory-database.ts'
import { memorySearchIndex } from './memory-search-index.ts'
import { memoryTransact } from './memory-transact.ts'
import { searchIndexContract } from './search-index.contract.ts'

searchIndexContract(
  'memory',
  async () => {
    const database = memoryDatabase({ now: () => new Date() })
    return { searchIndex: memorySearchIndex(database), transact: memoryTransact(database), close: async () => {} }
  },
  { vectors: true },
)
