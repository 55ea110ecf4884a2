import { describe, expect, it } from 'vitest'
import { localTurns, mailPace } from './mail-pace.ts'

/** A database that counts what it is asked. */
function countingDatabase() {
  const asked: string[] = []
  const backgroundQuery = async <Row extends object>(name: string) => (
    asked.push(name),
    [{ wait: 0 }] as unknown as readonly Row[] // The one row of the pace.
  )
  return { asked, backgroundQuery }
}

describe('mailPace', () => {
  it('takes turns in the database where several processes share one, and in the process where it is embedded', async () => {
    const { asked, backgroundQuery } = countingDatabase()
    await mailPace({ backgroundQuery }, true, 200).turn()
    expect(asked).toEqual([])
    await mailPace({ backgroundQuery }, false, 200).turn()
    expect(asked).toEqual(['take_turn'])
  })

  it.each([
    [1, { server: [2, 1], embedded: [2, 1] }],
    [2, { server: [4, 1], embedded: [4, 1] }],
    [20, { server: [10, 2], embedded: [20, 2] }],
    [200, { server: [10, 5], embedded: [20, 10] }],
    [1_000, { server: [10, 5], embedded: [20, 10] }],
  ])('has, at %i a second, under way at once and in a batch: %o', (perSecond, { server, embedded }) => {
    const has = (isEmbedded: boolean) => {
      const { atOnceMax, batchMax } = mailPace(countingDatabase(), isEmbedded, perSecond)
      return [atOnceMax, batchMax]
    }
    expect({ server: has(false), embedded: has(true) }).toEqual({ server, embedded })
  })
})

describe('localTurns', () => {
  it('gives out turns one pace apart, and saves none up', () => {
    let nowMs = 1_000
    const turn = localTurns(4, () => nowMs)
    expect([turn(), turn(), turn()]).toEqual([0, 250, 500])
    nowMs = 1_600
    expect(turn()).toBe(150)
    nowMs = 60_000
    expect([turn(), turn()]).toEqual([0, 250])
  })

  it('never lie in the past, however the clock moves between two looks', () => {
    let nowMs = 1_000
    const turn = localTurns(4, () => (nowMs += 1))
    expect(turn()).toBe(0)
    nowMs = 60_000
    expect(turn()).toBe(0)
  })
})
