import { expect, it } from 'vitest'
import { typedEmail } from './typed-email.ts'

it.each([
  '\u00a0ada@example.com\u00a0',
  '\u202aada@example.com\u202c',
  'ada@\u200bexample.com\ufeff',
])('leaves out what cannot be seen in %j', (text) =>
  expect(typedEmail(text)).toBe('ada@example.com'),
)

it('keeps what can be seen', () => expect(typedEmail('ada @exämple')).toBe('ada @exämple'))
