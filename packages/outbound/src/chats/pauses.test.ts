import { expect, it } from 'vitest'
import { pauses } from './pauses.ts'

it('counts down the pause of each channel that a failure asks for', () => {
  let nowMs = 1_000
  const paused = pauses({ now: () => new Date(nowMs) })
  paused.note('one', { retryAfterSeconds: 3 })
  paused.note('other', { retryAfterSeconds: null })
  expect([paused.msOf('one'), paused.msOf('other')]).toEqual([3_000, 0])
  nowMs += 1_000
  expect(paused.msOf('one')).toBe(2_000)
  paused.note('one', { retryAfterSeconds: 1 })
  expect(paused.msOf('one')).toBe(1_000)
  nowMs += 1_000
  expect(paused.msOf('one')).toBe(0)
})

it('ends a pause when the clock is set back, which must not extend it', () => {
  let nowMs = 3_600_000
  const paused = pauses({ now: () => new Date(nowMs) })
  paused.note('one', { retryAfterSeconds: 3 })
  nowMs = 0
  expect(paused.msOf('one')).toBe(0)
  nowMs = 3_600_000
  expect(paused.msOf('one')).toBe(0)
})
