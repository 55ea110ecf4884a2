import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFaultAt } from './json-fault.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test.each([
  ['{"a": }', 6],
  ["{'a': 1}", 1],
  ['{"a": 1,}', 8],
  ['[1 2]', 3],
  ['[1,]', 3],
  ['{"a" 1}', 5],
  ['"a\\x"', 2],
  ['"a\tb"', 2],
  ['01', 1],
  ['{} {}', 3],
  ['{"a": "b', 8],
  ['', 0],
  ['nul', 0],
  ['}', 0],
])('finds where %j stops being JSON', (text, at) => {
  expect(jsonFaultAt(text)).toBe(at)
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
        expect(jsonFaultAt(text) === null).toBe(isJson(text))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('reads what is nested a million deep', () => {
  expect(jsonFaultAt('['.repeat(1_000_000))).toBe(1_000_000)
})
