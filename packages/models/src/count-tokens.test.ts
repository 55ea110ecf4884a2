import { expect, it } from 'vitest'
import { countTokens } from './count-tokens.ts'

it('counts as o200k does', async () => {
  expect(await Promise.all(['', 'hello world', 'Wo ist der Drucker?'].map(countTokens))).toEqual([0, 2, 6])
})

it('takes control words of models for text', async () => {
  expect(await countTokens('<|endoftext|>')).toBeGreaterThan(1)
})

it('counts a long text of whatever kind in little time', async () => {
  await countTokens('read the vocabulary')
  const startedAt = performance.now()
  for (const text of ['a'.repeat(16_383), '😀'.repeat(16_383), ' '.repeat(16_383), 'ß中é'.repeat(5_461)])
    expect(await countTokens(text)).toBeGreaterThan(0)
  expect(performance.now() - startedAt).toBeLessThan(1_000)
})
