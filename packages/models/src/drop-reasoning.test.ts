import { expect, it } from 'vitest'
import { dropReasoning } from './drop-reasoning.ts'

async function* piecesOf(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

async function dropped(text: string, length: number): Promise<string> {
  let left = ''
  for await (const piece of dropReasoning(piecesOf(text, length))) left += piece
  return left
}

it.for([
  { text: '<think>\nWhy <leave>?\n</think>\n\nThirty days.', left: '\n\nThirty days.' },
  { text: ' \n<think></think>Yes', left: 'Yes' },
  { text: '<think>never ends, and </thin', left: '' },
  {
    text: '<thinking> is a tag <think>too</think>',
    left: '<thinking> is a tag <think>too</think>',
  },
  { text: 'Yes <think>no</think>', left: 'Yes <think>no</think>' },
  { text: '  <th', left: '  <th' },
  { text: '', left: '' },
])('leaves of $text: $left, in pieces of any length', async ({ text, left }) => {
  for (const length of [1, 2, 3, 5, 100]) expect(await dropped(text, length)).toBe(left)
})

it('passes on the first words without waiting for more', async () => {
  const pieces = dropReasoning(piecesOf('Thirty days', 1))
  expect(await pieces.next()).toEqual({ done: false, value: 'T' })
})
