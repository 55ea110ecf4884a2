import { expect, it } from 'vitest'
import { isFormattedCode, mayBeCode, refusalText } from './refusal.ts'

it('R65 names no product, no account and no reason', () => {
  expect(refusalText).not.toMatch(/ken\b|account|link|expired|deactivat|unknown|limit/i)
})

it('recognizes a code as it is shown', () => {
  expect(['7KQ2-M4XZ', ' 7KQ2-M4XZ\n'].filter(isFormattedCode)).toHaveLength(2)
  expect(
    ['printers', '7kq2-m4xz', '7KQ2M4XZ', 'My code is 7KQ2-M4XZ', ''].filter(isFormattedCode),
  ).toEqual([])
})

it('takes every way to type a code for a possible one', () => {
  const codes = [
    '7KQ2-M4XZ',
    '7kq2m4xz',
    ' 7KQ2 M4XZ\n',
    '7KQ2 – M4XZ',
    '7K-Q2 m4-XZ–',
    'OIL2-M4XZ',
    'printers',
  ]
  expect(codes.filter(mayBeCode)).toEqual(codes)
  expect(
    ['', 'hello', 'vacuumed', 'My code is 7KQ2-M4XZ', '7KQ2-M4XZ-7'].filter(mayBeCode),
  ).toEqual([])
})
