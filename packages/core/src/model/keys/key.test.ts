import { describe, expect, it } from 'vitest'
import { aDate } from '../../testing/index.ts'
import { keyExpiry, keyLifetimesDays, keyStatus } from './key.ts'

const at = (milliseconds: number) => new Date(aDate.getTime() + milliseconds)

describe('keyStatus', () => {
  it('R11 expires at the exact instant', () => {
    const key = { expiresAt: aDate, revokedAt: null }
    expect([-1, 0, 1].map((offset) => keyStatus(key, at(offset)))).toEqual([
      'active',
      'expired',
      'expired',
    ])
    expect(keyStatus({ ...key, expiresAt: null }, at(1e12))).toBe('active')
  })

  it('is revoked, even if it is also expired', () => {
    for (const expiresAt of [null, at(-1), at(1)])
      expect(keyStatus({ expiresAt, revokedAt: at(1) }, aDate)).toBe('revoked')
  })
})

describe('keyExpiry', () => {
  it('counts whole days of 24 hours, or never expires', () => {
    expect(
      keyLifetimesDays.map((days) =>
        keyExpiry(new Date('2030-03-30T12:00:00.001Z'), days)?.toISOString(),
      ),
    ).toEqual([
      '2030-04-29T12:00:00.001Z',
      '2030-06-28T12:00:00.001Z',
      '2031-03-30T12:00:00.001Z',
      undefined,
    ])
  })
})
