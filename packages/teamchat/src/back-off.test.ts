import { describe, expect, it } from 'vitest'
import { backOff } from './back-off.ts'

const failed = { fault: 'unreachable', retryAfterSeconds: null } as const
const refused = { fault: 'token_refused', retryAfterSeconds: null } as const
const take = (count: number, next: () => number) => Array.from({ length: count }, next)

describe('backOff', () => {
  it('R68 doubles from a second to a minute', () => {
    const { nextMs } = backOff({ random: () => 0 })
    expect(take(8, () => nextMs(failed))).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  })

  it('R68 takes off up to half by chance', () => {
    const { nextMs } = backOff({ random: () => 0.999 })
    expect(take(7, () => Math.round(nextMs(failed) / 10) * 10)).toEqual([500, 1_000, 2_000, 4_000, 8_010, 16_020, 30_030])
  })

  it('begins anew once the server has proven itself', () => {
    const { nextMs, reset } = backOff({ random: () => 0 })
    take(5, () => nextMs(failed))
    reset()
    expect(nextMs(failed)).toBe(1_000)
  })

  it('R87 takes a refused token for a fault of the server at first, and leaves it alone for minutes in the end', () => {
    const { nextMs } = backOff({ random: () => 0 })
    expect(take(7, () => nextMs(refused))).toEqual([1_000, 4_000, 16_000, 64_000, 256_000, 300_000, 300_000])
    expect(nextMs(failed)).toBe(60_000)
    expect(nextMs(refused)).toBe(1_000)
  })

  it('waits as long as the server asks for, when that is longer', () => {
    const { nextMs } = backOff({ random: () => 0 })
    expect(nextMs({ fault: 'server_failing', retryAfterSeconds: 9 })).toBe(9_000)
    expect(nextMs({ fault: 'server_failing', retryAfterSeconds: 1 })).toBe(2_000)
  })
})
