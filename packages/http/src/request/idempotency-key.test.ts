import { expect, it } from 'vitest'
import { parseIdempotencyKey } from './idempotency-key.ts'

const uuid = '8e03978e-40d5-43e8-bc93-6894a57f9324'

it.each([
  { header: uuid, key: uuid },
  { header: `"${uuid}"`, key: uuid },
  { header: 'a', key: 'a' },
  { header: '"a"', key: 'a' },
  { header: 'k'.repeat(255), key: 'k'.repeat(255) },
  { header: `"${'k'.repeat(255)}"`, key: 'k'.repeat(255) },
  { header: String.raw`"a\"b\\c"`, key: String.raw`a"b\c` },
  { header: String.raw`a"b\c`, key: String.raw`a"b\c` },
  { header: '!~', key: '!~' },
])('reads $header as $key', ({ header, key }) => {
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
