import { auditStoreContract } from './audit-store.contract.ts'
import { memoryDatabase } from './memory-database.ts'
import { memoryTransact } from './memory-transact.ts'

auditStoreContract('memory', async () => ({
  transact: memoryTransact(memoryDatabase({ now: () => new Date() })),
  close: async () => {},
}))
