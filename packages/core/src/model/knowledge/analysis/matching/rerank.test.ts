import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../../testing/builders/any-character.ts'
import { processorMsOf } from '../../../../testing/builders/processor-time.ts'
import { analyzeQuery } from '../analyze-query.ts'
import { rerank, type Candidate } from './rerank.ts'
import type { DocumentId } from '../../document.ts'

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

const copied = `Guest network. ${filler} Others who wait for them read further pages meanwhile.`
/** Counts whose text was read. */
const watched = (candidates: readonly Candidate[]) => {
  const read = new Set<string>()
  const all = candidates.map((each) => ({
    ...each,
    get body() {
      read.add(each.documentId)
      return each.body
    },
  }))
  return { read, all }
}
const weaker = Array.from({ length: 40 }, (_, at) =>
  candidate(`w${at}`, { score: 0.5 - at / 100, body: `The guest network. ${at} ${filler}` }),
)

const best = (text: string) =>
  [1, 0.95, 0.9].map((score, at) =>
    candidate(`b${at}`, { score, title: 'Guest network', body: `${text} ${at}.` }),
  )

describe('candidates that cannot be among the first', () => {
  it('are not read', () => {
    const { read, all } = watched([...best('Guest network'), ...weaker])
    expect(order('guest network', all, 3)).toEqual(['b0', 'b1', 'b2'])
    expect([...read]).toEqual(['b0', 'b1', 'b2'])
    expect(order('guest network', all, 20)).toHaveLength(20)
    expect(read.size).toBeGreaterThanOrEqual(20)
  })

  it('are not read for one word, unless no title and no body has it yet', () => {
    const { read, all } = watched(weaker.map((each) => ({ ...each, score: 0.5 })))
    expect(order('network', all, 3)).toEqual(['w0', 'w1', 'w10'])
    expect([...read].filter((id) => !['w0', 'w1', 'w10'].includes(id))).toEqual([])
    const misspelled = watched(weaker)
    order('netwrok', misspelled.all, 3)
    expect(misspelled.read.size).toBe(weaker.length)
  })

  it.each([
    { reason: 'a word may be misspelled', query: 'guest network holidaay', text: 'Guest network' },
    { reason: 'the query has a phrase', query: '"guest network"', text: 'Guest network' },
    { reason: 'the better ones are copies', query: 'guest network', text: copied },
  ])('are read if $reason', ({ query, text }) => {
    const { read, all } = watched([...best(text), ...weaker])
    expect(order(query, all, 3)).toHaveLength(3)
    expect(read.size).toBeGreaterThan(3)
  })

  it('take no longer than reading all of them while the better ones are copies', async () => {
    const text = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ')
    const copies = Array.from({ length: 50 }, (_, at) =>
      candidate(`c${at}`, { score: 0.5 - at / 10_000, title: 'Guest network', body: text }),
    )
    const others = best('Guest network').slice(1)
    const query = analyzeQuery('guest network')
    const run = (limit: number) => () => {
      for (let round = 0; round < 10; round += 1) rerank(query, [...others, ...copies], limit)
    }
    run(50)()
    // To compare the better ones again with each further copy takes twelve times as long.
    const allMs = await processorMsOf(run(50))
    expect(await processorMsOf(run(4))).toBeLessThan(allMs * 4)
  })

  it('are returned if there is room, even with a score of 0', () => {
    const scores = [0.5, 0, 0]
    const all = scores.map((score, at) => candidate(`${at}`, { score, body: 'Guest network.' }))
    expect(order('guest network', all)).toEqual(['0', '1', '2'])
  })

  it('make no difference to the first ones', () => {
    const words = ['guest', 'network', 'toner', 'paper', 'holiday', 'the', 'of', 'gust']
    const text = fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((all) => all.join(' '))
    const fields = fc.record({
      score: fc.oneof(fc.double({ min: 0.7, max: 1, noNaN: true }), fc.constantFrom(0.2, 0.5, 1)),
      title: fc.oneof(text, fc.constantFrom(...words)),
      heading: text,
      body: text,
    })
    fc.assert(
      fc.property(
        fc.array(fields, { maxLength: 30 }),
        fc.array(fc.constantFrom(...words, 'tonr', '"the guest"'), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 6 }),
        (all, asked, limit) => {
          const candidates = all
            .map((each, at) => candidate(`${at}`, each))
            .toSorted((one, other) => other.score - one.score)
          const query = analyzeQuery(asked.join(' '))
          const ordered = rerank(query, candidates, 50)
          const scores = ordered.map(({ score }) => score)
          expect(scores).toEqual(scores.toSorted((one, other) => other - one))
          expect(rerank(query, candidates, limit)).toEqual(ordered.slice(0, limit))
        },
      ),
      { numRuns: 500 },
    )
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
      fc.string({ unit: anyCharacter }),
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
