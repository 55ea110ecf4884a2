import { describe, expect, it } from 'vitest'
import { graphemesOf, sentenceBoundaries } from './graphemes.ts'

const boundariesOf = (text: string, at: number) => {
  const { boundaryBefore, boundaryAfter } = graphemesOf(text)
  return [boundaryBefore(at), boundaryAfter(at)]
}

describe('graphemesOf', () => {
  it('has a boundary at every code unit of a plain text, and at its ends', () => {
    for (const text of ['plain', 'Größe', 'ключ', '会議'])
      for (let at = 0; at <= text.length; at += 1) expect(boundariesOf(text, at)).toEqual([at, at])
  })

  it('has none inside a surrogate pair, an emoji, a flag, or a letter with its marks', () => {
    for (const character of ['🙂', '👩‍👩‍👧', '👍🏽', '🇩🇪', 'o\u0308', '\u1100\u1161\u11a8', 'क्ष']) {
      const text = `a${character}b`
      expect(boundariesOf(text, 2)).toEqual([1, 1 + character.length])
      expect(boundariesOf(text, 1)).toEqual([1, 1])
      expect(boundariesOf(text, text.length)).toEqual([text.length, text.length])
    }
  })
})

describe('sentenceBoundaries', () => {
  it('is where sentences and lines begin, and the length', () => {
    expect(sentenceBoundaries('One 1.5 m. Two?\nthree')).toEqual([0, 11, 16, 21])
    expect(sentenceBoundaries('一。二。')).toEqual([0, 2, 4])
    expect(sentenceBoundaries('')).toEqual([0])
  })
})
