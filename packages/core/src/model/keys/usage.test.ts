import { describe, expect, it } from 'vitest'
import { addUsage, noUsage, totalUsage, wasUsed } from './usage.ts'

const counts = { ok: 1, rateLimited: 2, denied: 4, failed: 8 }

describe('usage counts', () => {
  it('add up per outcome and in total', () => {
    expect(addUsage(counts, { ...counts, denied: 5 })).toEqual({
      ok: 2,
      rateLimited: 4,
      denied: 9,
      failed: 16,
    })
    expect(addUsage(noUsage, counts)).toEqual(counts)
    expect([totalUsage(noUsage), totalUsage(counts)]).toEqual([0, 15])
  })

  it('count as use of the key unless every call was denied', () => {
    expect([noUsage, { ...noUsage, denied: 3 }].map(wasUsed)).toEqual([false, false])
    expect(
      (['ok', 'rateLimited', 'failed'] as const).map((outcome) =>
        wasUsed({ ...noUsage, [outcome]: 1 }),
      ),
    ).toEqual([true, true, true])
  })
})
