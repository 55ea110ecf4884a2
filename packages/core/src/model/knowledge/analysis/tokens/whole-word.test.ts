import { expect, it } from 'vitest'
import { wholeWordOf } from './whole-word.ts'

it.for([
  ['T-1042', 't1042'],
  ['t_1042', 't1042'],
  ['HN 2040 B', 'hn2040b'],
  ['1.2.3', '1.2.3'],
  ['v1.2.3', '1.2.3'],
  ['2024-01-15', '2024.01.15'],
])('joins %s as %s', ([name, word]) => {
  expect(wholeWordOf(name!)).toBe(word)
})
