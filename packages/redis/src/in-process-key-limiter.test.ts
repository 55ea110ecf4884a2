import { keyLimiterContract } from '@ken/core/contracts'
import { vi } from 'vitest'
import { inProcessKeyLimiter } from './in-process-key-limiter.ts'

keyLimiterContract('in process', async (windows) => {
  vi.useFakeTimers()
  return {
    limiter: inProcessKeyLimiter(windows),
    elapse: async (milliseconds) => {
      await vi.advanceTimersByTimeAsync(milliseconds)
    },
    close: async () => {
      vi.useRealTimers()
    },
  }
})
