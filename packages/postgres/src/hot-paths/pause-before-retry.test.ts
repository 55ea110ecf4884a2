import { expect, it } from 'vitest'
import { retryPauseMs } from './pause-before-retry.ts'

it('asks at most ten times in the second within which attempts are decided, first after 20 ms', () => {
  const pauses = Array.from({ length: 10 }, (_, retries) => retryPauseMs(retries))
  expect(pauses[0]).toBe(20)
  expect(pauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(1_000)
  expect(Math.max(...pauses, retryPauseMs(10_000))).toBe(200)
})
