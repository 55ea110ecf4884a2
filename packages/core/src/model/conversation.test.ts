import { expect, it } from 'vitest'
import { storableText } from './conversation.ts'

it('removes only the characters that no store can hold', () => {
  expect(storableText('Wo ist 😀\nder Drucker?')).toBe('Wo ist 😀\nder Drucker?')
  expect(storableText('a\u0000b\ud83dc')).toBe('ab\ufffdc')
})
