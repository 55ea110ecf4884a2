import { keyStoreContract } from './key-store.contract.ts'
import { memoryDatabase } from './memory-database.ts'
import { memoryTransact } from './memory-transact.ts'

keyStoreContract('memory', async () => ({
  transact: memoryTransact(memoryDatabase({ now: () => new Date() })),
  close: async () => {},
}))
