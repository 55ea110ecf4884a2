import { expect, it } from 'vitest'
import { addressesIn } from './addresses-in.ts'

it('reads addresses separated by commas, semicolons, spaces and lines', () => {
  expect(addressesIn(' a@example.com, b@example.com;c@example.com\n\nd@example.com ')).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
    'd@example.com',
  ])
  expect(addressesIn(' \n,')).toEqual([])
})

it('reads an address once, as it was first written, also in other letters', () => {
  expect(addressesIn('Ana@Example.com ana@example.com ANA@example.com')).toEqual([
    'Ana@Example.com',
  ])
})
