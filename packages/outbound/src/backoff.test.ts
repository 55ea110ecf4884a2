import { describe, expect, it } from 'vitest'
import { backoff } from './backoff.ts'

const failed = { fault: 'unreachable', retryAfterSeconds: null } as const
const refused = { fault: 'token_refused', retryAfterSeconds: null } as const
const start = (random = () => 0) => backoff({ random }, ['token_refused'])
const take = (count: number, next: () => number) => Array.from({ length: count }, next)

describe('backoff', () => {
  it('R68 doubles from a second to a minute', () => {
    const { nextDelayMs } = start()
    expect(take(8, () => nextDelayMs(failed))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
    ])
  })

  it('R68 is up to half shorter by chance', () => {
    const { nextDelayMs } = start(() => 0.999)
    expect(take(7, () => Math.round(nextDelayMs(failed) / 10) * 10)).toEqual([
      500, 1_000, 2_000, 4_000, 8_010, 16_020, 30_030,
    ])
  })

  it('starts again once the server has proven that it works', () => {
    const { nextDelayMs, reset } = start()
    take(5, () => nextDelayMs(failed))
    reset()
    expect(nextDelayMs(failed)).toBe(1_000)
  })

  it('R87 checks a refused token soon at first, and every few minutes in the end', () => {
    const { nextDelayMs } = start()
    expect(take(7, () => nextDelayMs(refused))).toEqual([
      1_000, 4_000, 16_000, 64_000, 256_000, 300_000, 300_000,
    ])
    expect(nextDelayMs(failed)).toBe(60_000)
    expect(nextDelayMs(refused)).toBe(1_000)
  })

  it('waits as long as the server asks for, when that is longer', () => {
    const { nextDelayMs } = start()
    expect(nextDelayMs({ fault: 'server_failing', retryAfterSeconds: 9 })).toBe(9_000)
    expect(nextDelayMs({ fault: 'server_failing', retryAfterSeconds: 1 })).toBe(2_000)
  })
})
