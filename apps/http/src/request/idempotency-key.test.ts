import { expect, it } from 'vitest'
import { parseIdempotencyKey } from './idempotency-key.ts'

const uuid = '8e03978e-40d5-43e8-bc93-6894a57f9324'

it.each([
  [uuid, uuid],
  [`"${uuid}"`, uuid],
  ['a', 'a'],
  ['"a"', 'a'],
  ['k'.repeat(255), 'k'.repeat(255)],
  [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
  [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
  [String.raw`a"b\c`, String.raw`a"b\c`],
  ['!~', '!~'],
])('reads %s as %s', (header, key) => {
  expect(parseIdempotencyKey(header)).toBe(key)
})

it.each([
  '',
  '""',
  '"',
  '"a',
  '"a"b',
  '"a"; p=1',
  String.raw`"a\b"`,
  '"a b"',
  'a b',
  'a, b',
  'é',
  '"é"',
  'a\u007f',
  'k'.repeat(256),
])('refuses %j', (header) => {
  expect(parseIdempotencyKey(header)).toBeNull()
})
