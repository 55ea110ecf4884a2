import { closeSync, openSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testFolder } from '../testing/folder.ts'
import { readAtMost } from './read-at-most.ts'

describe('readAtMost', () => {
  const { at, write } = testFolder()
  const read = async (content: string, bytesMax: number, bytesExpected: number) => {
    await write({ 'a.txt': content })
    const descriptor = openSync(at('a.txt'), 'r')
    onTestFinished(() => closeSync(descriptor))
    const bytes = readAtMost(descriptor, { bytesMax, bytesExpected })
    return bytes === null ? null : Buffer.from(bytes).toString()
  }

  it.for([
    { of: 'the expected length', length: 10, expected: 10 },
    { of: 'no length', length: 0, expected: 0 },
    { of: 'less than expected', length: 3, expected: 10 },
    { of: 'more than expected', length: 200_000, expected: 10 },
    { of: 'the greatest length', length: 300_000, expected: 300_000 },
  ])('reads a file of $of whole', async ({ length, expected }) => {
    const content = 'words '.repeat(50_000).slice(0, length)
    expect(await read(content, 300_000, expected)).toBe(content)
  })

  it.for([0, 10, 300_000])(
    'reads no file that grew to more than the limit from %i bytes',
    async (expected) => {
      expect(await read('x'.repeat(300_001), 300_000, expected)).toBeNull()
    },
  )
})
