import { groupStoreContract } from './group-store.contract.ts'
import { memoryDatabase } from './memory-database.ts'
import { memoryTransact } from './memory-transact.ts'

groupStoreContract('memory', async () => ({
  transact: memoryTransact(memoryDatabase({ now: () => new Date() })),
  close: async () => {},
}))
