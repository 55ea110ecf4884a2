import { expect, it } from 'vitest'
import { usageBars } from './usage.ts'

const since = '2026-03-01T10:00:00.000Z'
const hourMs = 3_600_000
const after = (hours: number) => new Date(Date.parse(since) + hours * hourMs).toISOString()
const counts = { total: 10, ok: 4, rate_limited: 3, denied: 2, failed: 1 }

it('has a bar for each of 24 hours, with the counts of those with calls', () => {
  const bars = usageBars({ since, hours: [{ hour: after(23), ...counts }] }, 1)
  expect(bars).toHaveLength(24)
  expect(bars.at(-1)).toEqual({ ...counts, at: new Date(after(23)) })
  expect(bars.slice(0, -1).every(({ total }) => total === 0)).toBe(true)
})

it.each([7, 30, 90])('has %i bars for as many days, and loses no call', (days) => {
  const hours = Array.from({ length: days * 24 }, (_, hour) => ({ hour: after(hour), ...counts }))
  const bars = usageBars({ since, hours: hours.toReversed() }, days)
  expect(bars).toHaveLength(days)
  for (const bar of bars) expect(bar).toMatchObject({ total: 240, ok: 96, denied: 48 })
  expect(bars.at(-1)?.at).toEqual(new Date(after(days * 24 - 1)))
  expect(bars.toSorted((one, other) => one.at.getTime() - other.at.getTime())).toEqual(bars)
})
