import { expect, it } from 'vitest'
import { countLines } from './count-lines.ts'

it.each([
  ['', 0],
  ['a', 0],
  ['\n', 1],
  ['a\r\nb\r\n', 2],
  ['ä\nö', 1],
])('counts the line ends of %j', (text, count) => {
  expect(countLines(new TextEncoder().encode(text))).toBe(count)
})
