import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertPlainText } from './convert-plain-text.ts'
import { anyText, faultsOf } from '../../testing/readable.ts'

test.each([
  { text: '\n\n  Hello   world  \nmore', title: 'Hello world' },
  { text: '=====\nTitle\n=====\n', title: 'Title' },
  { text: '== A section\n', title: 'A section' },
  { text: '# Notes', title: 'Notes' },
  { text: `${'long '.repeat(30)}\nshort`, title: null },
  { text: '---\n***', title: null },
  { text: ':orphan:\n\n.. meta::\n   :name: a\n\n.. _a-label:\n\nTitle\n=====\n', title: 'Title' },
  { text: ':toc: left\n// A remark\n[[anchor]]\n= Title\n', title: 'Title' },
  { text: '== Title ==\nText', title: 'Title' },
  { text: ':orphan:\n\n.. raw:: html\n\n  <a>Badge</a>', title: null },
  { text: ':ref:`a` is the title', title: ':ref:`a` is the title' },
])('the title of $text is $title', ({ text, title }) => {
  expect(convertPlainText(text).title).toBe(title)
})

test('keeps the lines and cuts only blanks at their ends and further blank lines', () => {
  expect(convertPlainText('\n a  b \r\n\tc\n\n\n\nd\u0007\n').body).toBe(' a  b\n\tc\n\nd')
})

test('divides a text at its headings, without a first one that is the title', () => {
  const text = 'Guide\n=====\n\nIntro.\n\nToner\n-----\nIn the cellar.\n\n# x\n'
  expect(convertPlainText(text)).toMatchObject({
    title: 'Guide',
    body: 'Intro.\n\n## Toner\n\nIn the cellar.\n\n    # x',
  })
})

test('reads long beginnings in proportional time', () => {
  for (const piece of [
    '\n',
    ':a:\n',
    '.. a\n',
    '..\n ',
    ' \n',
    '// a\n',
    '[[a]]\n',
    '=\n',
    'a\n-\n',
  ])
    expect(convertPlainText(piece.repeat(100_000)).body).not.toBe('x')
  expect(convertPlainText(`= a${' '.repeat(200_000)}b`).title).toBe('a b')
  expect(convertPlainText(`${'\n:a:\n'.repeat(1_600_000)}Title`).body).toMatch(/Title$/)
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
