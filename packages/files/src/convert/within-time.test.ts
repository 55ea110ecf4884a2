import { expect, test } from 'vitest'
import { withinTime } from './within-time.ts'

const endless = () => {
  for (;;) if (performance.now() < 0) return 'never'
}
const block = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

test('gives what a work gives that ends in time, and throws what it throws', () => {
  expect(withinTime(1_000, () => ['done'])).toEqual(['done'])
  expect(() =>
    withinTime(1_000, () => {
      throw new RangeError('broken')
    }),
  ).toThrow(RangeError)
})

test('gives null for a work without end, and serves the next one', () => {
  expect(withinTime(20, endless)).toBeNull()
  expect(withinTime(20, () => 'done')).toBe('done')
})

test('cuts off a regular expression in the middle', () => {
  expect(withinTime(20, () => /^(?:a+)+$/.test(`${'a'.repeat(40)}b`))).toBeNull()
})

test('counts only the time in which the work has the processor', () => {
  expect(withinTime(20, () => block(150))).toBe('timed-out')
})
