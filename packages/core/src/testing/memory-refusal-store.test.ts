import { memoryDatabase } from './memory-database.ts'
import { memoryTransact } from './memory-transact.ts'
import { refusalStoreContract } from './refusal-store.contract.ts'
import { testClock } from './test-clock.ts'

refusalStoreContract('memory', async () => {
  const clock = testClock()
  return {
    transact: memoryTransact(memoryDatabase(clock)),
    age: async (milliseconds) => clock.advance(milliseconds),
    close: async () => {},
  }
})
