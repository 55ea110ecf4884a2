import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentId, Source } from './document.ts'
import { fuse, roundedScore, type SearchResult } from './search-result.ts'

const aResult = (name: string, snippet = ''): SearchResult => ({
  documentId: name as DocumentId,
  title: name,
  snippet,
  passage: snippet,
  marks: [],
  source: 'wiki' as Source,
  url: 'https://example.com/',
  updatedAt: null,
  score: 0.5,
})

const namesOf = (results: readonly SearchResult[]) => results.map(({ title }) => title)
const rankings = fc.array(
  fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 12 })
    .map((names) => names.map((name) => aResult(name))),
  { maxLength: 2 },
)

describe('fuse', () => {
  it('puts a result of both lists before one of a single list, and higher ranks first', () => {
    const keyword = ['a', 'b', 'c'].map((name) => aResult(name))
    const semantic = ['b', 'd', 'c'].map((name) => aResult(name))
    expect(namesOf(fuse([keyword, semantic], 10))).toEqual(['b', 'c', 'a', 'd'])
  })

  it('keeps the first of a list before all that only a list of half the weight has', () => {
    const keyword = ['a', 'b', 'c'].map((name) => aResult(name))
    const semantic = ['x', 'y', 'z'].map((name) => aResult(name))
    const fused = fuse([keyword, semantic], 10, [1, 0.5])
    expect(namesOf(fused)).toEqual(['a', 'b', 'c', 'x', 'y', 'z'])
    expect(fused[0]?.score).toBe(0.6667)
  })

  it('keeps the snippet of the earlier list', () => {
    expect(fuse([[aResult('a', 'first')], [aResult('a', 'second')]], 10)).toMatchObject([
      { snippet: 'first' },
    ])
  })

  it('scores 1 for the first of every list, and half of that for the first of one of two', () => {
    const scores = fuse([[aResult('a')], [aResult('a')]], 10).map(({ score }) => score)
    expect(scores).toEqual([1])
    expect(fuse([[aResult('a')], []], 10)).toMatchObject([{ score: 0.5 }])
  })

  it('returns every document once, in any order of the lists, and at most `limit`', () => {
    fc.assert(
      fc.property(rankings, fc.integer({ min: 1, max: 50 }), (lists, limit) => {
        const fused = fuse(lists, limit)
        const all = new Set(lists.flat().map(({ title }) => title))
        expect(fused).toEqual(fuse(lists.toReversed(), limit))
        expect(fused).toEqual(fuse(lists, 50).slice(0, limit))
        expect(new Set(namesOf(fused)).size).toBe(Math.min(limit, all.size))
        expect(fused).toHaveLength(Math.min(limit, all.size))
      }),
    )
  })

  it('scores from 0 to 1 with four decimals, best first', () => {
    fc.assert(
      fc.property(rankings, (lists) => {
        const scores = fuse(lists, 50).map(({ score }) => score)
        expect(scores).toEqual(scores.toSorted((left, right) => right - left))
        expect(scores).toEqual(scores.map(roundedScore))
      }),
    )
  })
})

describe('roundedScore', () => {
  it('R7 keeps four decimals between 0 and 1', () => {
    const scores = [0.123449, 0.12345, -3, 1.00001, 1e-9, Number.MIN_VALUE]
    expect(scores.map(roundedScore)).toEqual([0.1234, 0.1235, 0, 1, 0, 0])
  })
})
