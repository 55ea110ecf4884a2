import { expect, it } from 'vitest'
import { isStalled } from './is-stalled.ts'

it('is true once a job is five minutes overdue', () => {
  expect([0, 299, 300, 3_600].map(isStalled)).toEqual([false, false, true, true])
})
