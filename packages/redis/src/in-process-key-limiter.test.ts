import { keyLimiterContract } from '@ken/core/contracts'
import { callWindows } from '@ken/core/ports'
import { expect, it, vi } from 'vitest'
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

it('never names a time beyond the window, whose end is a sum of fractions', async () => {
  const limiter = inProcessKeyLimiter(callWindows)
  const seconds = new Set<number | undefined>()
  for (let id = 0; id < 1_000; id += 1)
    seconds.add((await limiter.take({ keyId: `${id}`, userId: null })).key?.resetSeconds)
  expect(seconds).toEqual(new Set([60]))
})
