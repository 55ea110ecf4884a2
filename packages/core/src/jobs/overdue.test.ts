import { expect, it } from 'vitest'
import { isNeglected } from './overdue.ts'

it('takes a queue for neglected in which a job has been due for five minutes', () => {
  expect([0, 299, 300, 3_600].map(isNeglected)).toEqual([false, false, true, true])
})
