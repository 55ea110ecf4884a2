import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertPlainText } from './convert-plain-text.ts'
import { anyText, faultsOf } from '../testing/readable.ts'

test.each([
  { text: '\n\n  Hello   world  \nmore', title: 'Hello world' },
  { text: '=====\nTitle\n=====\n', title: 'Title' },
  { text: '== A section\n', title: 'A section' },
  { text: '# Notes', title: 'Notes' },
  { text: `${'long '.repeat(30)}\nshort`, title: null },
  { text: '---\n***', title: null },
])('the title of $text is $title', ({ text, title }) => {
  expect(convertPlainText(text).title).toBe(title)
})

test('keeps the lines and cuts only blanks at their ends and further blank lines', () => {
  expect(convertPlainText('\n a  b \r\n\tc\n\n\n\nd\u0007\n').body).toBe(' a  b\n\tc\n\nd')
})

test('joins words that are divided at the ends of lines', () => {
  expect(convertPlainText('The reim-\nburse-\n  ment is\npaid.').body).toBe(
    'The reim-burse-ment is\npaid.',
  )
  const suspended =
    'Short-\nand long-term\n\nVor-\nund Nachteile\n\n- a -\nb\n\n5-\nmal\n\nTo-\n\ndo'
  expect(convertPlainText(suspended).body).toBe(suspended)
})

test('lets no line look like a heading', () => {
  expect(convertPlainText('Settings\n\n# Required\nNAME=ken\n\nEnd').body).toBe(
    'Settings\n\n    # Required\n    NAME=ken\n\nEnd',
  )
})

test('reads any text without a throw into a readable body', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(faultsOf(convertPlainText(text))).toEqual([])
    }),
  )
})
