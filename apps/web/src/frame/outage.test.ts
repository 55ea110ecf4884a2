import { KenProblem, KenSignedOut } from '@ken/client'
import { expect, it } from 'vitest'
import { isOutage, oldestOf } from './outage.ts'

const read = (dataUpdatedAt: number) => ({ state: { dataUpdatedAt } }) as never

it.each([
  [new TypeError('Failed to fetch'), true],
  [new DOMException('signal timed out', 'TimeoutError'), true],
  [new KenProblem(503, {}, null), true],
  [new KenProblem(502, {}, null), true],
  [new KenProblem(500, {}, null), false],
  [new KenProblem(404, {}, null), false],
  [new KenSignedOut('signed_out'), false],
  [null, false],
])('%s is an outage: %s', (error, expected) => {
  expect(isOutage(error)).toBe(expected)
})

it('names the time of the oldest data', () => {
  expect(oldestOf([read(30), read(0), read(20)])).toBe(20)
  expect(oldestOf([read(0)])).toBe(0)
})
