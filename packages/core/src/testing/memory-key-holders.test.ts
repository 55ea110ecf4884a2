import { keyHoldersContract } from './key-holders.contract.ts'
import { memoryDatabase } from './memory-database.ts'
import { memoryKeyHolders } from './memory-key-holders.ts'
import { memoryTransact } from './memory-transact.ts'

keyHoldersContract('memory', async () => {
  const database = memoryDatabase({ now: () => new Date() })
  return { keyHolders: memoryKeyHolders(database), transact: memoryTransact(database), close: async () => {} }
})
