import { expect, it } from 'vitest'
import { pauseInWords } from './pause-in-words.ts'

it('says a pause in seconds, or in whole minutes if it is long', () => {
  expect([1, 119, 120, 121, 900].map(pauseInWords)).toEqual([
    '1\u00A0s',
    '119\u00A0s',
    '2\u00A0min',
    '3\u00A0min',
    '15\u00A0min',
  ])
})
