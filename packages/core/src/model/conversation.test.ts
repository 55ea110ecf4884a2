import { expect, it } from 'vitest'
import { keptText } from './conversation.ts'

it('keeps a text but for what no store carries', () => {
  expect(keptText('Wo ist 😀\nder Drucker?')).toBe('Wo ist 😀\nder Drucker?')
  expect(keptText('a\u0000b\ud83dc')).toBe('ab\ufffdc')
})
