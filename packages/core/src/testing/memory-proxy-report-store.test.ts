import { memoryDatabase } from './memory-database.ts'
import { memoryTransact } from './memory-transact.ts'
import { proxyReportStoreContract } from './proxy-report-store.contract.ts'
import { testClock } from './test-clock.ts'

proxyReportStoreContract('memory', async () => {
  const clock = testClock()
  return {
    transact: memoryTransact(memoryDatabase(clock)),
    age: async (milliseconds) => clock.advance(milliseconds),
    close: async () => {},
  }
})
