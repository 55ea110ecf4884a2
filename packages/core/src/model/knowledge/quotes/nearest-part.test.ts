import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearestPart } from './nearest-part.ts'
import type { Occurrence } from './occurrences.ts'

/** One occurrence per letter of a text, 1 long; the letter is the word. */
const occurrencesIn = (text: string): readonly Occurrence[] =>
  Array.from(text.matchAll(/[a-z]/g), ({ 0: letter, index }) => ({
    start: index,
    end: index + 1,
    words: [letter.charCodeAt(0)],
  }))
const nearest = (text: string, lengthMax = 10) => {
  const { start, end } = nearestPart(occurrencesIn(text), lengthMax)
  return text.slice(start, end)
}

const rated = (part: string) => ({
  distinct: new Set(part.replaceAll('.', '')).size,
  gaps: part.replaceAll(/[^.]/g, '').length,
})

describe('nearestPart', () => {
  it('has the most different words that fit', () => {
    expect(nearest('a..a..a......ab......b')).toBe('ab')
    expect(nearest('a...........b...c......a')).toBe('b...c')
  })

  it('has the least text between them', () => {
    expect(nearest('a....b........a.b.........b...a')).toBe('a.b')
    expect(nearest('a..aa.b.c')).toBe('a.b.c')
  })

  it('has the most words after it, and is the first', () => {
    const { start } = nearestPart(occurrencesIn('a...........a.a.a..........a.a.a'), 10)
    expect(start).toBe(12)
  })

  it('is the start without a match, and cuts a word that is too long', () => {
    expect(nearestPart([], 10)).toEqual({ start: 0, end: 0 })
    expect(nearestPart([{ start: 5, end: 50, words: [0] }], 10)).toEqual({ start: 5, end: 15 })
  })

  it('is as good as the best of all parts', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', '.', '..'), { maxLength: 30 })
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 12 }), (pieces, lengthMax) => {
        const text = pieces.join('')
        const occurrences = occurrencesIn(text)
        const parts = occurrences.flatMap(({ start }) =>
          occurrences
            .filter(({ end }) => end > start && end - start <= lengthMax)
            .map(({ end }) => rated(text.slice(start, end))),
        )
        const distinct = Math.max(0, ...parts.map((part) => part.distinct))
        const gaps = Math.min(
          ...parts.filter((part) => part.distinct === distinct).map((part) => part.gaps),
          Infinity,
        )
        const part = nearest(text, lengthMax)
        expect(rated(part)).toEqual({ distinct, gaps: gaps === Infinity ? 0 : gaps })
      }),
      { numRuns: 500 },
    )
  })
})
