import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertPlainText } from './convert-plain-text.ts'
import { anyText, faultsOf } from './testing/readable.ts'

test.each([
  ['\n\n  Hello   world  \nmore', 'Hello world'],
  ['=====\nTitle\n=====\n', 'Title'],
  ['== A section\n', 'A section'],
  ['# Notes', 'Notes'],
  [`${'long '.repeat(30)}\nshort`, null],
  ['---\n***', null],
])('the title of %j is %j', (text, title) => {
  expect(convertPlainText(text).title).toBe(title)
})

test('keeps the lines and cuts only blanks at their ends and further blank lines', () => {
  expect(convertPlainText('\n a  b \r\n\tc\n\n\n\nd\u0007\n').body).toBe(' a  b\n\tc\n\nd')
})

test('reads any text without a throw into a readable body', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(faultsOf(convertPlainText(text))).toEqual([])
    }),
  )
})
