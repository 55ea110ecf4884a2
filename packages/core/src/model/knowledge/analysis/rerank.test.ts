import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMsOf } from '../../../testing/builders/processor-time.ts'
import { analyzeQuery } from './analyze-query.ts'
import { rerank, type Candidate } from './rerank.ts'
import type { DocumentId } from '../document.ts'

const filler = 'Many other matters are described here at some length, too.'
const candidate = (id: string, fields: Partial<Candidate> = {}): Candidate => ({
  documentId: id as DocumentId,
  score: 0.5,
  title: 'Page',
  externalId: '',
  heading: '',
  body: filler,
  updatedAt: null,
  ...fields,
})
const order = (query: string, candidates: readonly Candidate[], limit = 50) =>
  rerank(analyzeQuery(query), candidates, limit).map(({ documentId }) => documentId)

describe('of equal scores', () => {
  it('words next to each other come first', () => {
    const apart = candidate('a', { body: `The guest signs. ${filler} The network is down.` })
    const near = candidate('b', { body: `The guest network is down. ${filler} Someone signs.` })
    expect(order('guest network', [apart, near])).toEqual(['b', 'a'])
  })

  it('a title of the same words comes before one that has other words, too', () => {
    const other = candidate('a', { title: 'Vacation and other matters', body: 'Vacation.' })
    const same = candidate('b', { title: 'Vacation', body: 'Vacation.' })
    expect(order('vacation', [other, same])).toEqual(['b', 'a'])
  })

  it('all words of the query come before some of them', () => {
    const some = candidate('a', { body: `Toner. ${filler} ${filler} Toner. ${filler}` })
    const all = candidate('b', { body: `Toner. ${filler} ${filler} Paper. ${filler}` })
    expect(order('toner paper', [some, all])).toEqual(['b', 'a'])
  })

  it('the newer document comes first, then the smaller id', () => {
    const [old, recent] = [new Date('2025-01-01'), new Date('2026-01-01')]
    expect(
      order('page', [
        candidate('c', { updatedAt: old }),
        candidate('b'),
        candidate('a'),
        candidate('d', { updatedAt: recent }),
      ]),
    ).toEqual(['d', 'c', 'a', 'b'])
  })
})

describe('quoted phrases', () => {
  it('come before any better score without the phrase', () => {
    const better = candidate('a', { score: 0.9, title: 'Brain split', body: 'Split the brain.' })
    const exact = candidate('b', { score: 0.1, body: `${filler} It is called split brain.` })
    expect(order('"split brain"', [better, exact])).toEqual(['b', 'a'])
  })

  it('are found across punctuation, case and accents, and in titles', () => {
    const exact = candidate('b', { score: 0.1, title: 'Être À-JOUR' })
    expect(order('«à jour»', [candidate('a', { score: 0.9 }), exact])[0]).toBe('b')
  })

  it('are found where a part of them comes earlier, and not at the end of a text', () => {
    const part = candidate('a', { score: 0.9, body: 'He knows that he knows that he knows' })
    const exact = candidate('b', { score: 0.1, body: 'That he knows that he said so' })
    expect(order('"that he knows that he said"', [part, exact])).toEqual(['b', 'a'])
  })

  it('cost little more if there are hundreds', async () => {
    const letters = Array.from('abcdefghijklmnopqrst')
    const phrases = letters.flatMap((one) => letters.map((other) => `"${one} ${other}"`))
    const many = Array.from({ length: 50 }, (_, position) =>
      candidate(String(position), { body: `${position} ${filler.repeat(20)}` }),
    )
    const query = analyzeQuery(phrases.join(''))
    expect(query.phrases).toHaveLength(400)
    // 20 ms on an idle machine. To read each text again for each phrase would take half a second and more.
    expect(await processorMsOf(() => rerank(query, many, 50))).toBeLessThan(250)
  })
})

describe('misspelled words', () => {
  it('keep candidates with a similar word only', () => {
    const printer = candidate('a', { body: 'The printer is here.' })
    const other = candidate('b', { score: 0.9, body: 'Pointers, nr. prt.' })
    expect(order('printr', [other, printer])).toEqual(['a'])
  })

  it('are not compared if a candidate has the word as it is', () => {
    const exact = candidate('a', { body: 'The casual clothes.' })
    const similar = candidate('b', { score: 0.9, body: 'The causal relation.' })
    expect(order('casual', [{ ...similar, score: 0.5 }, exact])).toEqual(['a', 'b'])
  })
})

describe('scores', () => {
  it('stay in order, from 0 to 1, however many candidates there are', () => {
    const many = Array.from({ length: 120 }, (_, position) =>
      candidate(String(position).padStart(3, '0'), {
        score: 1 - position / 120,
        body: position % 3 === 0 ? `${filler} ${filler} ${filler}` : `Toner ${position}.`,
      }),
    )
    const ranked = rerank(analyzeQuery('"toner page"  page'), many, 200)
    expect(ranked).toHaveLength(120)
    const scores = ranked.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((left, right) => right - left))
    expect(Math.max(...scores)).toBeLessThanOrEqual(1)
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0)
    for (const limit of [1, 10, 49, 50, 51, 119])
      expect(rerank(analyzeQuery('"toner page"  page'), many, limit)).toEqual(
        ranked.slice(0, limit),
      )
  })

  it('R80 are computed for every query and text', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('"', ' ', '\u202e', 'א', 'a', '\u0301', '🙂', 'ab') }),
    )
    fc.assert(
      fc.property(texts, texts, texts, (query, title, body) => {
        for (const { score } of rerank(
          analyzeQuery(query),
          [candidate('a', { title, body })],
          10,
        )) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})
