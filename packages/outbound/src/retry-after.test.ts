import { expect, it } from 'vitest'
import { retryAfter } from './retry-after.ts'

it.for([
  { header: '7', seconds: 7 },
  { header: ' 7 ', seconds: 7 },
  { header: '7, 9', seconds: 7 },
  { header: '0', seconds: 0 },
  { header: '100000', seconds: 300 },
  { header: '', seconds: null },
  { header: '-1', seconds: null },
  { header: 'Wed, 21 Oct 2026 07:28:00 GMT', seconds: null },
] as const)('reads "$header" as $seconds', ({ header, seconds }) => {
  expect(retryAfter(header)).toBe(seconds)
})

it('reads a missing header as null', () => {
  expect([retryAfter(null), retryAfter(undefined)]).toEqual([null, null])
})
