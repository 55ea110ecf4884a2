import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzeQuery } from '../analysis/analyze-query.ts'
import { isMisspelling } from '../analysis/spelling.ts'
import { termsOf } from '../analysis/stems/terms.ts'
import { tokensIn } from '../analysis/tokens/tokens.ts'
import { snippetLengthMax } from '../search-result.ts'
import { marksPerSnippetMax, quote } from './quote.ts'

const filler = 'Many other matters are described here at some length. '
const around = (word: string) => `${filler.repeat(15)}Here: ${word}. ${filler.repeat(15)}`

const quoteOf = (query: string, passage: string) => quote(analyzeQuery(query), passage)
const snippetOf = (query: string, passage: string) => quoteOf(query, passage).snippet
/** The marked parts of the snippet. */
const markedOf = (query: string, passage: string): readonly string[] => {
  const { snippet, marks } = quoteOf(query, passage)
  return marks.map(({ start, end }) => snippet.slice(start, end))
}

describe('quote', () => {
  it('is the whole passage on one line if it is short', () => {
    expect(quoteOf('two', '  One\n\ntwo\tthree. ')).toEqual({
      snippet: 'One two three.',
      marks: [{ start: 4, end: 7 }],
    })
    expect(quoteOf('two', '')).toEqual({ snippet: '', marks: [] })
  })

  it('leaves out lines of marks alone, which draw tables or divide a text', () => {
    const table =
      '+------+-------+\n| Item | Price |\n+======+=======+\n| Toner | 40 |\n+------+-------+'
    expect(quoteOf('toner', table)).toEqual({
      snippet: '| Item | Price | | Toner | 40 |',
      marks: [{ start: 19, end: 24 }],
    })
    expect(snippetOf('toner', 'Toner\n-----\nIn the cellar ---- or not.\n\n  ####\nEnd')).toBe(
      'Toner In the cellar ---- or not. End',
    )
    expect(snippetOf('toner', 'a\n---\n- -\n1----')).toBe('a --- - - 1----')
  })

  it('is the start of the passage without marks if nothing matches', () => {
    const { snippet, marks } = quoteOf('toner', filler.repeat(20))
    expect(filler.repeat(20)).toContain(snippet.replace(/ …$/, ''))
    expect(snippet).toMatch(/^Many other matters/)
    expect(marks).toEqual([])
  })

  it('shows the part with the most different words, and dots for omitted text', () => {
    const passage = `Toner. ${filler.repeat(12)}Every toner cartridge costs 40. ${filler.repeat(12)}Cartridges.`
    const snippet = snippetOf('toner cartridges', passage)
    expect(snippet).toContain('Every toner cartridge costs 40.')
    expect(snippet).toMatch(/^… .* …$/)
  })

  it('shows the part in which the words are nearest together', () => {
    const far = `The toner is described here. ${filler.repeat(3)}A cartridge too.`
    const near = 'A toner for every cartridge.'
    for (const passage of [
      `${far} ${filler.repeat(12)}${near} ${filler.repeat(12)}`,
      `${near} ${filler.repeat(12)}${far} ${filler.repeat(12)}`,
    ])
      expect(snippetOf('toner cartridges', passage)).toContain(near)
  })

  it('shows the part with the most words if it has several equally good ones', () => {
    const passage = `Toner. ${filler.repeat(12)}Toner, toners and more toner. ${filler.repeat(12)}Toner.`
    expect(snippetOf('toner', passage)).toContain('Toner, toners and more toner.')
  })

  it('consists of whole sentences if they fit', () => {
    const snippet = snippetOf('toner', around('toner'))
    expect(snippet).toMatch(/^… Many other .* at some length\. …$/)
    expect(snippet).toContain('at some length. Here: toner. Many other')
    expect(snippet.length).toBeGreaterThan(400)
  })

  it('takes a paragraph and an item of a list for a sentence', () => {
    const items = Array.from(
      { length: 40 },
      (_, position) => `- item ${'with more words '.repeat(position % 3)}of the list`,
    )
    const body = `The heading\n\n${items.with(20, '- the toner').join('\n')}`
    for (const passage of [body, `+------+------+\n${body}`])
      expect(snippetOf('toner', passage)).toMatch(
        /^… - item .* - the toner - item .* of the list …$/,
      )
  })

  it('consists of whole words if a sentence does not fit', () => {
    const long = Array.from({ length: 200 }, (_, position) => `word${position}`)
    const passage = `${filler}${long.with(100, 'toner').join(' ')}. ${filler}`
    const snippet = snippetOf('toner', passage)
    expect(snippet).toMatch(/^… (?:word\d+ )+toner(?: word\d+)+ …$/)
    const words = snippet.slice(2, -2)
    expect(` ${passage} `).toContain(` ${words} `)
    expect(snippet.length).toBeGreaterThan(snippetLengthMax - 60)
  })

  it('marks any inflection, case and accent of a word, and no other word', () => {
    for (const { query, word } of [
      { query: 'printer', word: 'Printers' },
      { query: 'policy', word: 'policies' },
      { query: 'policies', word: 'POLICY' },
      { query: 'approve', word: 'approved' },
      { query: 'malmo', word: 'Malmö' },
      { query: 'Malmö', word: 'Malmo\u0308' },
      { query: 'malmö', word: 'Mal\u00admö' },
      { query: 'user', word: 'user’s' },
    ])
      expect(markedOf(query, around(word))).toEqual([word])
    expect(markedOf('print', around('printmakers'))).toEqual([])
    expect(snippetOf('print', around('printmakers'))).not.toContain('Here')
  })

  it('marks inflections of the language of the passage, and of any language if it is unknown', () => {
    const german = 'Die Anträge werden von der Leitung genehmigt, und das ist nicht immer einfach.'
    expect(markedOf('Antrag genehmigen', german)).toEqual(['Anträge', 'genehmigt'])
    expect(markedOf('Antrag genehmigen', 'Anträge: genehmigt')).toEqual(['Anträge', 'genehmigt'])
    const french = 'Les journaux sont dans la bibliothèque, et vous pouvez les lire avec nous.'
    expect(markedOf('journal', french)).toEqual(['journaux'])
    expect(markedOf('journal', 'Journaux')).toEqual(['Journaux'])
  })

  it('marks a German compound for a part of it', () => {
    expect(markedOf('Zuschlag', 'Der Nachtschichtzuschlag wird im Mai gezahlt.')).toEqual([
      'Nachtschichtzuschlag',
    ])
    expect(markedOf('Zuschlag', 'Die Nachtschichtzuschlag-Regel gilt ab Mai.')).toEqual([
      'Nachtschichtzuschlag',
    ])
    expect(markedOf('stand', 'Understand the rules.')).toEqual([])
  })

  it('marks words with a similar spelling only if the passage has no word of the query', () => {
    expect(markedOf('pritner configuration', 'The printer is here.')).toEqual(['printer'])
    expect(markedOf('pritner configuration', 'The printer has a configuration.')).toEqual([
      'configuration',
    ])
  })

  it('marks no common words, unless the query has no others', () => {
    expect(markedOf('how is the toner', 'This is how the toner is changed.')).toEqual(['toner'])
    expect(markedOf('to be', 'Toner is to be changed.')).toEqual(['to', 'be'])
  })

  it('marks a name, its parts, and one mark where they touch', () => {
    expect(markedOf('node', 'Install node.js here.')).toEqual(['node'])
    expect(markedOf('node.js', 'Install node.js here.')).toEqual(['node.js'])
    expect(markedOf('limit', 'A RateLimit of T-1042.')).toEqual(['Limit'])
    expect(markedOf('rate limit', 'A RateLimit of T-1042.')).toEqual(['RateLimit'])
    expect(markedOf('t1042', 'A RateLimit of T-1042.')).toEqual(['T-1042'])
    expect(markedOf('1042', 'A RateLimit of T-1042.')).toEqual(['1042'])
    expect(markedOf('1.2.3', 'Since version 1.2.3 or 12.3.')).toContain('1.2.3')
  })

  it('marks words of scripts without spaces', () => {
    expect(markedOf('会議', '明日の会議室です。')).toEqual(['会議'])
    expect(markedOf('会議室', '明日の会議室です。')).toEqual(['会議室'])
    expect(markedOf('室', '明日の会議室です。')).toEqual(['室'])
    expect(markedOf('ken', 'Ken手册')).toEqual(['Ken'])
  })

  it('has at most marksPerSnippetMax marks', () => {
    const { marks } = quoteOf('a', 'a b '.repeat(120))
    expect(marks).toHaveLength(marksPerSnippetMax)
    expect(marks.at(-1)).toEqual({ start: 396, end: 397 })
  })
})

const pieces = fc.constantFrom(
  'toner',
  'Toners',
  'paper',
  ' ',
  '. ',
  '\n',
  '\n\n',
  '- ',
  '。',
  '-',
  'nodeJs',
  'x'.repeat(60),
  '🙂',
  '👩‍👩‍👧',
  '🏽',
  '🇩',
  '会',
  '議',
  'が',
  '한',
  'ᄀ',
  'क्',
  'ष',
  'ا',
  '\u0301',
  '\u0308'.repeat(9),
  '\u200d',
  '\u00ad',
  '\u0600',
  '\u202e',
  '\u0000',
  '\u001b',
  '\u2028',
  'é',
  '\ud83d',
  '\ude42',
  '7',
)
const passages = fc.array(pieces, { maxLength: 600 }).map((some) => some.join(''))
const queries = fc
  .subarray(['toner', 'paper', 'x', 'e', '会', '会議', 'ᄀ', 'क्', '7', 'js'])
  .map((words) => words.join(' '))

const withoutDots = (snippet: string) => snippet.replace(/^… /, '').replace(/ …$/, '')
const onOneLine = (passage: string) => passage.toWellFormed().replaceAll(/[\s\p{Cc}]+/gu, ' ')

describe('quote, for any passage', () => {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const boundariesOf = (text: string) =>
    new Set([...Array.from(graphemes.segment(text), ({ index }) => index), text.length])

  it('keeps its length limit, has no control characters, and quotes the passage', () => {
    fc.assert(
      fc.property(passages, queries, (passage, query) => {
        const { snippet } = quoteOf(query, passage)
        expect(snippet.length).toBeLessThanOrEqual(snippetLengthMax)
        expect(snippet.isWellFormed()).toBe(true)
        expect(snippet).not.toMatch(/\p{Cc}/u)
        expect(onOneLine(passage)).toContain(withoutDots(snippet))
      }),
      { numRuns: 500 },
    )
  })

  it('splits no character as people see it, neither with the snippet nor with a mark', () => {
    fc.assert(
      fc.property(passages, queries, (passage, query) => {
        const { snippet, marks } = quoteOf(query, passage)
        const text = onOneLine(passage).trim()
        const inText = boundariesOf(text)
        const quoted = withoutDots(snippet)
        const places = Array.from(text.matchAll(new RegExp(RegExp.escape(quoted), 'gu')))
        expect(
          places.some(({ index }) => inText.has(index) && inText.has(index + quoted.length)),
        ).toBe(true)
        const inSnippet = boundariesOf(snippet)
        for (const { start, end } of marks)
          expect([start, end].every((at) => inSnippet.has(at))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('has marks in order, apart, not empty, within the snippet, and only on words of the query', () => {
    fc.assert(
      fc.property(passages, queries, (passage, query) => {
        const { snippet, marks } = quoteOf(query, passage)
        expect(marks.length).toBeLessThanOrEqual(marksPerSnippetMax)
        let last = 0
        for (const { start, end } of marks) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
          expect(hasWordOf(query, snippet.slice(start, end))).toBe(true)
        }
        expect(last).toBeLessThanOrEqual(snippet.length)
      }),
      { numRuns: 500 },
    )
  })

  it('has a mark if the passage has a word of the query', () => {
    fc.assert(
      fc.property(passages, passages, (before, after) => {
        const { marks } = quoteOf('toner', `${before} toner ${after}`)
        expect(marks).not.toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('takes a character with hundreds of combining marks for text', () => {
    const { snippet } = quoteOf('toner', `toner e${'\u0301'.repeat(3_000)}`)
    expect(snippet.length).toBeGreaterThan(300)
    expect(snippet.length).toBeLessThanOrEqual(snippetLengthMax)
  })
})

const hasWordOf = (query: string, text: string): boolean => {
  const asked = analyzeQuery(query).words
  const forms = new Set(asked.flatMap((word) => word.forms))
  return tokensIn(text).some((token) =>
    token.words.some(
      (word) =>
        termsOf(word).some((term) => forms.has(term)) ||
        asked.some(({ text: similar }) => isMisspelling(similar, word)),
    ),
  )
}

describe('quote, for a table', () => {
  it('keeps its rows apart, and quotes them whole', () => {
    expect(snippetOf('graz', 'City | Days\nBonn | 3\nGraz | 4\n\nAsk first.')).toBe(
      'City | Days · Bonn | 3 · Graz | 4 Ask first.',
    )
    const rows = Array.from({ length: 60 }, (_, at) => `City${at} | ${at} days`).join('\n')
    expect(snippetOf('city30', rows)).toMatch(/^… City\d+ \| \d+ days · .* days …$/)
    expect(markedOf('city30', rows)).toEqual(['City30'])
  })

  it('takes no line for a row that has no cells, or stands alone', () => {
    expect(snippetOf('b', 'a | b\nand more')).toBe('a | b and more')
    expect(snippetOf('b', 'a | b\n\nc | d')).toBe('a | b c | d')
  })
})
