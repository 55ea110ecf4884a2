import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { syntaxFaultAt } from './syntax-fault.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test.each([
  { text: '{"a": }', at: 6 },
  { text: "{'a': 1}", at: 1 },
  { text: '{"a": 1,}', at: 8 },
  { text: '[1 2]', at: 3 },
  { text: '[1,]', at: 3 },
  { text: '{"a" 1}', at: 5 },
  { text: '"a\\x"', at: 2 },
  { text: '"a\tb"', at: 2 },
  { text: '01', at: 1 },
  { text: '{} {}', at: 3 },
  { text: '{"a": "b', at: 8 },
  { text: '', at: 0 },
  { text: 'nul', at: 0 },
  { text: '}', at: 0 },
])('finds where $text stops being JSON', ({ text, at }) => {
  expect(syntaxFaultAt(text)).toBe(at)
})

test('agrees with JSON.parse about what is JSON', () => {
  const parts = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '\\',
    'u00e9',
    '1',
    '-',
    '.5',
    'e3',
    'true',
    'null',
    ' ',
    '\n',
    'x',
    '\u0001',
    '\u007f',
  ]
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => all.join('')),
      ),
      (text) => {
        expect(syntaxFaultAt(text) === null).toBe(isJson(text))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('reads what is nested a million deep', () => {
  expect(syntaxFaultAt('['.repeat(1_000_000))).toBe(1_000_000)
})
