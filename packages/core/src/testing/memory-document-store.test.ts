import { documentStoreContract } from './document-store.contract.ts'
import { memoryDatabase } from './memory-database.ts'
import { memoryTransact } from './memory-transact.ts'

documentStoreContract('memory', async () => ({
  transact: memoryTransact(memoryDatabase({ now: () => new Date() })),
  close: async () => {},
}))
