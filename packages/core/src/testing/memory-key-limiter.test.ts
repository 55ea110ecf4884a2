import { keyLimiterContract } from './key-limiter.contract.ts'
import { memoryKeyLimiter } from './memory-key-limiter.ts'

keyLimiterContract('memory', async (window) => {
  let time = Date.parse('2030-01-01T00:00:00Z')
  return {
    limiter: memoryKeyLimiter(() => new Date(time), window),
    elapse: async (milliseconds) => {
      time += milliseconds
    },
    close: async () => {},
  }
})
