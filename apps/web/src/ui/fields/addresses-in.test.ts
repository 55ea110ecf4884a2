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

it('reads addresses between marks that no one sees', () => {
  expect(addressesIn('\u202aa@example.com\u202c; b@\u200bexample.com\u00a0\ufeff')).toEqual([
    'a@example.com',
    'b@example.com',
  ])
})

it('reads addresses with names, as mail programs copy them', () => {
  expect(
    addressesIn(
      '"Max Müller" <max@example.com>, Ana Ruiz <ana@example.com>; "Ruiz; Eve, Dr." <eve@example.com>\r\n' +
        "<bob@example.com>, 'ian@example.com' <ian@example.com>; Pat O'Hara <pat@example.com>\n" +
        'joe@example.com <joe@example.com> kim@example.com\tLee Wu <lee@example.com>',
    ),
  ).toEqual(
    ['max', 'ana', 'eve', 'bob', 'ian', 'pat', 'joe', 'kim', 'lee'].map(
      (name) => `${name}@example.com`,
    ),
  )
})

it('reads names whose family name comes first, also without quotation marks', () => {
  expect(
    addressesIn(
      'Müller, Max <max@example.com>; Ruiz,Ana María <ana@example.com>\r\n' +
        'bob@example.com, van der Berg, Eve <eve@example.com>, Wu, Lee <lee@example.com>',
    ),
  ).toEqual(['max', 'ana', 'bob', 'eve', 'lee'].map((name) => `${name}@example.com`))
})

it('leaves nothing out that may be a mistyped address', () => {
  expect(addressesIn('anaexample.com, Max <max@example.com>, Eve <eve')).toEqual([
    'anaexample.com',
    'max@example.com',
    'eve',
  ])
  expect(addressesIn('ana, Max <max@example.com>, eve@example, Ian <ian@example.com>')).toEqual([
    'ana',
    'max@example.com',
    'eve@example',
    'ian@example.com',
  ])
  expect(addressesIn('ana; Max <max@example.com>\neve\nIan <ian@example.com>')).toEqual([
    'ana',
    'max@example.com',
    'eve',
    'ian@example.com',
  ])
  // The sign for kelvin, which is no letter of an address, although its lower case is one.
  expect(addressesIn('\u212Aim@example.com kim@example.com')).toEqual([
    '\u212Aim@example.com',
    'kim@example.com',
  ])
})

it('reads an address once, as it was first written, also in other letters', () => {
  expect(addressesIn('Ana@Example.com ana@example.com ANA@example.com')).toEqual([
    'Ana@Example.com',
  ])
})
