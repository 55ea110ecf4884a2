import { describe, expect, it } from 'vitest'
import { numberedParts, partsEndOf } from './numbered-parts.ts'

const answer = { parts: ['a', 'b', 'c'] }
const replacing = (onlyIfBegun: boolean) => ({
  parts: ['x', 'y'],
  replaces: { partsCount: 3, onlyIfBegun },
})
const numbersOf = (parts: ReturnType<typeof numberedParts>) =>
  typeof parts === 'string' ? parts : parts.map(({ number, markdown }) => `${number} ${markdown}`)
const after = (of: Parameters<typeof numberedParts>[0], posted: readonly number[]) =>
  numbersOf(numberedParts(of, new Set(posted)))

describe('numberedParts', () => {
  it('numbers the parts of an answer, whichever are posted', () => {
    expect(partsEndOf(answer)).toBe(3)
    for (const posted of [[], [1], [0, 1, 2]])
      expect(after(answer, posted)).toEqual(['0 a', '1 b', '2 c'])
  })

  it('does not go on with an answer that was replaced', () => {
    expect(after(answer, [0, 3])).toBe('posted')
  })

  it('numbers what replaces an answer after its parts', () => {
    expect(partsEndOf(replacing(false))).toBe(5)
    for (const posted of [[], [0], [0, 1, 3]])
      expect(after(replacing(false), posted)).toEqual(['3 x', '4 y'])
  })

  it('replaces nothing of an answer that is complete', () => {
    expect(after(replacing(false), [0, 1, 2])).toBe('posted')
    expect(after(replacing(true), [0, 1, 2])).toBe('posted')
  })

  it('replaces only what was begun, if it is to', () => {
    expect(after(replacing(true), [])).toBe('not_begun')
    expect(after(replacing(true), [3])).toBe('not_begun')
    expect(after(replacing(true), [1])).toEqual(['3 x', '4 y'])
  })
})
