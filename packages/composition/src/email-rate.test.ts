import { describe, expect, it } from 'vitest'
import { localRate, emailRate } from './email-rate.ts'

/** A database that counts its queries. */
function countingDatabase() {
  const asked: string[] = []
  const backgroundQuery = async <Row extends object>(name: string) => (
    asked.push(name),
    [{ wait: 0 }] as unknown as readonly Row[] // The row of the rate.
  )
  return { asked, backgroundQuery }
}

describe('emailRate', () => {
  it('limits the rate in the database for several processes, and in memory for an embedded database', async () => {
    const { asked, backgroundQuery } = countingDatabase()
    await emailRate({ backgroundQuery }, true, 200).waitForSlot()
    expect(asked).toEqual([])
    await emailRate({ backgroundQuery }, false, 200).waitForSlot()
    expect(asked).toEqual(['reserve_send_slot'])
  })

  it.each([
    { perSecond: 1, limits: { server: [2, 1], embedded: [2, 1] } },
    { perSecond: 2, limits: { server: [4, 1], embedded: [4, 1] } },
    { perSecond: 20, limits: { server: [10, 2], embedded: [20, 2] } },
    { perSecond: 200, limits: { server: [10, 5], embedded: [20, 10] } },
    { perSecond: 1_000, limits: { server: [10, 5], embedded: [20, 10] } },
  ])(
    'at $perSecond a second has this concurrency and batch size: $limits',
    ({ perSecond, limits }) => {
      const has = (isEmbedded: boolean) => {
        const { concurrencyMax, batchMax } = emailRate(countingDatabase(), isEmbedded, perSecond)
        return [concurrencyMax, batchMax]
      }
      expect({ server: has(false), embedded: has(true) }).toEqual(limits)
    },
  )
})

describe('localRate', () => {
  it('spaces emails evenly, and saves up no unused slots', () => {
    let nowMs = 1_000
    const reserve = localRate(4, () => nowMs)
    expect([reserve(), reserve(), reserve()]).toEqual([0, 250, 500])
    nowMs = 1_600
    expect(reserve()).toBe(150)
    nowMs = 60_000
    expect([reserve(), reserve()]).toEqual([0, 250])
  })

  it('returns no negative waiting time, however the clock moves', () => {
    let nowMs = 1_000
    const reserve = localRate(4, () => (nowMs += 1))
    expect(reserve()).toBe(0)
    nowMs = 60_000
    expect(reserve()).toBe(0)
  })
})
