import { expect, it } from 'vitest'
import { endsBeforeStart, wireFilters } from './time-filter.ts'

const now = new Date(2026, 2, 3, 14, 30)
const day = (month: number, date: number) => new Date(2026, month - 1, date).toISOString()

it.each([
  { values: {}, wire: {} },
  { values: { time: 'today' }, wire: { from: day(3, 3) } },
  { values: { time: '7' }, wire: { from: day(2, 25) } },
  { values: { time: '30', action: 'key' }, wire: { from: day(2, 2), action: 'key' } },
  { values: { time: 'dates' }, wire: {} },
  {
    values: { time: 'dates', from: '2026-03-01', until: '2026-03-02' },
    wire: { from: day(3, 1), until: day(3, 3) },
  },
  { values: { time: 'dates', from: '0202-03-01' }, wire: {} },
  { values: { time: 'today', from: '2026-01-01' }, wire: { from: day(3, 3) } },
])('reads $values as the moments of whole days', ({ values, wire }) => {
  expect(wireFilters(values, now)).toEqual(wire)
})

it.each([
  { from: '2026-03-02', until: '2026-03-01', expected: true },
  { from: '2026-03-02', until: '2026-03-02', expected: false },
  { from: '2026-03-02', until: '9999-12-31', expected: false },
  { from: '2026-03-02', until: undefined, expected: false },
  { from: undefined, until: '2026-03-02', expected: false },
])('from $from until $until ends before its start: $expected', ({ from, until, expected }) => {
  const days = { ...(from !== undefined && { from }), ...(until !== undefined && { until }) }
  expect(endsBeforeStart(wireFilters({ time: 'dates', ...days }, now))).toBe(expected)
})
