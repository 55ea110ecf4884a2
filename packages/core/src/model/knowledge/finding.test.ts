import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentId, Source } from './document.ts'
import { fuse, roundedScore, type Finding } from './finding.ts'

const aFinding = (name: string, snippet = ''): Finding => ({
  documentId: name as DocumentId,
  title: name,
  snippet,
  source: 'wiki' as Source,
  url: 'https://example.com/',
  score: 0.5,
})

const namesOf = (findings: readonly Finding[]) => findings.map(({ title }) => title)
const rankings = fc.array(
  fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 12 })
    .map((names) => names.map((name) => aFinding(name))),
  { maxLength: 2 },
)

describe('fuse', () => {
  it('puts what both lists found before what one found, and what stands higher before what stands lower', () => {
    const byWords = ['a', 'b', 'c'].map((name) => aFinding(name))
    const byMeaning = ['b', 'd', 'c'].map((name) => aFinding(name))
    expect(namesOf(fuse([byWords, byMeaning], 10))).toEqual(['b', 'c', 'a', 'd'])
  })

  it('keeps the snippet of the earlier list', () => {
    expect(fuse([[aFinding('a', 'by words')], [aFinding('a', 'by meaning')]], 10)).toMatchObject([{ snippet: 'by words' }])
  })

  it('scores 1 what leads every list, and half of it what leads one of two', () => {
    const scores = fuse([[aFinding('a')], [aFinding('a')]], 10).map(({ score }) => score)
    expect(scores).toEqual([1])
    expect(fuse([[aFinding('a')], []], 10)).toMatchObject([{ score: 0.5 }])
  })

  it('names every document once, whichever list comes first, and never more than wanted', () => {
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
