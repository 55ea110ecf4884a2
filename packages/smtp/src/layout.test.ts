import { expect, it } from 'vitest'
import { oneLine } from './layout.ts'

const tags = (text: string) =>
  text.replaceAll(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))

it('removes what ends a line or is not seen, and keeps what emoji need', () => {
  const scotland = `\u{1f3f4}${tags('gbsct')}\u{e007f}`
  expect(oneLine(`Ada ${scotland} 👩\u200d🔬\r\nBcc: x\u202e\u{e007f}`)).toBe(
    `Ada ${scotland} 👩\u200d🔬 Bcc: x`,
  )
  expect(oneLine(`Ada${tags('hidden')}`)).toBe('Ada')
})
