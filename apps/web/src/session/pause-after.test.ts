import { expect, it } from 'vitest'
import { pauseMsAfter } from './pause-after.ts'

it('waits 1, 2, 5 and then every 10 seconds', () => {
  expect([0, 1, 2, 3, 9].map(pauseMsAfter)).toEqual([1_000, 2_000, 5_000, 10_000, 10_000])
})
