import { describe, expect, it } from 'vitest'
import { uuidIdSource } from './uuid-id-source.ts'

const start = Date.UTC(2026, 10, 21)

/** A source with a clock that returns these times, and then stands still. */
function sourceAt(...times: readonly number[]) {
  let at = 0
  return uuidIdSource({ now: () => new Date(times[Math.min(at++, times.length - 1)] ?? start) })
}

const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

describe('newId', () => {
  it('is a lower-case UUID of version 7 that starts with the time', () => {
    const ids = sourceAt(start)
    for (let count = 0; count < 1_000; count += 1) {
      const id = ids.newId()
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(timeOf(id) - start).toBeLessThan(2)
    }
  })

  it('sorts by creation within one millisecond', () => {
    const ids = sourceAt(start)
    const made = Array.from({ length: 20_000 }, () => ids.newId())
    expect(made.every((id, at) => at === 0 || id > made[at - 1]!)).toBe(true)
    expect(timeOf(made.at(-1)!) - start).toBeLessThan(2)
  })

  it('sorts by creation when the clock is set back, and follows the clock when it advances again', () => {
    const times = [start, start + 5, start - 600_000, start + 3, start + 10, start + 11]
    const ids = sourceAt(...times)
    const made = times.map(() => ids.newId())
    expect(made.toSorted()).toEqual(made)
    expect([timeOf(made[0]!), timeOf(made[4]!), timeOf(made[5]!)]).toEqual([
      start,
      start + 10,
      start + 11,
    ])
  })

  it('draws new random bits for each of many ids', () => {
    const times = Array.from({ length: 2_000 }, (_, at) => start + at)
    const ids = sourceAt(...times)
    const made = times.map(() => ids.newId().slice(-12))
    expect(new Set(made).size).toBe(times.length)
  })

  it('repeats no id in two processes at the same time', () => {
    const made = Array.from({ length: 200 }, () => sourceAt(start)).flatMap((ids) =>
      Array.from({ length: 50 }, () => ids.newId()),
    )
    expect(new Set(made).size).toBe(10_000)
  })
})
