import { keyLimiterContract } from './key-limiter.contract.ts'
import { memoryKeyLimiter } from './memory-key-limiter.ts'

keyLimiterContract('memory', async (windows) => {
  let time = Date.parse('2030-01-01T00:00:00Z')
  return {
    limiter: memoryKeyLimiter(() => new Date(time), windows),
    elapse: async (milliseconds) => {
      time += milliseconds
    },
    close: async () => {},
  }
})
