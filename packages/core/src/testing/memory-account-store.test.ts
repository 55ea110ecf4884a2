import { accountStoreContract } from './account-store.contract.ts'
import { memoryDatabase } from './memory-database.ts'
import { memoryTransact } from './memory-transact.ts'

accountStoreContract('memory', async () => ({
  transact: memoryTransact(memoryDatabase({ now: () => new Date() })),
  close: async () => {},
}))
