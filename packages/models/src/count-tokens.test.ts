import { processorMsOf } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { countTokens } from './count-tokens.ts'

it('counts as o200k does', async () => {
  expect(await Promise.all(['', 'hello world', 'Wo ist der Drucker?'].map(countTokens))).toEqual([
    0, 2, 6,
  ])
})

it('counts control words of models as text', async () => {
  expect(await countTokens('<|endoftext|>')).toBeGreaterThan(1)
})

it('counts a long text of any kind in little time', async () => {
  await countTokens('read the vocabulary')
  const spent = await processorMsOf(async () => {
    for (const text of [
      'a'.repeat(16_383),
      '😀'.repeat(16_383),
      ' '.repeat(16_383),
      'ß中é'.repeat(5_461),
    ])
      expect(await countTokens(text)).toBeGreaterThan(0)
  })
  expect(spent).toBeLessThan(1_000)
})
