import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['port', 'port', 0],
  ['prt', 'port', 1],
  ['porrt', 'port', 1],
  ['pork', 'port', 1],
  ['prot', 'port', 1],
  ['otpr', 'port', 4],
  ['', 'port', 4],
])('%s is %s after that number of edits', (left, right, edits) => {
  expect([editDistance(left, right), editDistance(right, left)]).toEqual([edits, edits])
})
