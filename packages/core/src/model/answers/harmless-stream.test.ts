import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMsOf } from '../../testing/builders/processor-time.ts'
import { withoutInvalidCitations, withoutMadeCitations } from './citations.ts'
import { harmlessStream } from './harmless-stream.ts'
import { activeMarkdownOf } from './test-active-markdown.ts'
import { sanitizeText, visibleText } from './sanitize-text.ts'

const sourcesCount = 5

/** The harmless pieces of a text that arrives in these pieces. */
function streamed(pieces: readonly string[]): readonly string[] {
  const stream = harmlessStream(sourcesCount)
  const released = pieces.map((piece) => stream.push(piece)).concat(stream.end())
  expect(stream.text()).toBe(released.join(''))
  return released.filter((piece) => piece !== '')
}

/** What a client acts on: a link, an image, an address, a mention. */
const acted =
  /\]\(|\]\[|\]:|!\[[^\]]*\]\(|:\/\/|<[a-z/!?]|<[^\s<>]*[@:][^\s<>]*>|\/\/[^\s/]|(?<![a-z0-9])www\d{0,3}\.[a-z0-9]|@[\w.-]|[\w.-]@/i

const words = fc.constantFrom(
  ' ',
  '  ',
  '\r',
  '\n',
  '\r\n',
  '\t',
  '\u00a0',
  '\u202e',
  '\u0000',
  '\u000b',
  '\ud83d',
  ...'a b 1 [ ] ( ) ! < > @ : / // :// \\ ` " . [1] [9] [12, [1, é 😀 長 い 。 한 （'.split(' '),
  ...'http https://x.example/y www. www1.x all @here [a](https://x) ** ![i](http://x/y.png)'.split(
    ' ',
  ),
  '```\n',
  '[a]: http://x',
  '<http://x>',
  '<a',
  '</b>',
  '<!--',
  '<?',
  '//x.com',
  'ada@x.com',
  '&#64;',
  'mailto:x',
  'http:/x.example',
  'x.com/y',
  '\uff57ww.',
  'www\uff0e',
  '\uff20all',
  '[1;',
  '-9',
  '9]',
  '[ 9',
  '[^9]',
  '[1](#1)',
  '[9](#9)',
  '[1, 2](http://x/y)',
  '【',
  '】',
  '[label',
  '](',
  'http://x "title',
  '")',
)
const texts = fc.array(words, { maxLength: 40 }).map((each) => each.join(''))

/** A text and places to split it, between any two code units. */
const splits = fc.tuple(texts, fc.array(fc.nat(80), { maxLength: 30 })).map(([text, places]) => {
  const at = Array.from(new Set(places.filter((place) => place < text.length))).toSorted(
    (one, other) => one - other,
  )
  return [0, ...at].map((from, index) => text.slice(from, at[index]))
})

const whole = (text: string): string =>
  withoutMadeCitations(
    sanitizeText(withoutInvalidCitations(visibleText(text), sourcesCount)),
    sourcesCount,
  ).trim()

describe('harmlessStream', () => {
  it('R231 joins to the harmless text of the whole, for hostile texts in any pieces', () => {
    fc.assert(
      fc.property(splits, (pieces) => {
        expect(streamed(pieces).join('')).toBe(whole(pieces.join('')))
      }),
      { numRuns: 8_000 },
    )
  })

  it('R231 has no link, image, address, mention or citation of no source at any moment', () => {
    fc.assert(
      fc.property(splits, (pieces) => {
        let shown = ''
        for (const piece of streamed(pieces)) {
          shown += piece
          expect(shown).not.toMatch(acted)
          expect(shown).not.toMatch(/\[\^?(?:0|[6-9]|\d{2,9})\]/)
        }
      }),
      { numRuns: 5_000 },
    )
  })

  it('R231 has no HTML, link or image for a parser of Markdown with HTML at any moment', () => {
    fc.assert(
      fc.property(splits, (pieces) => {
        let shown = ''
        for (const piece of streamed(pieces)) {
          shown += piece
          expect(activeMarkdownOf(shown)).toEqual([])
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('releases words as soon as the next one begins', () => {
    const stream = harmlessStream(2)
    expect(['Thirty', ' days', ' [1', '] of', ' leave', '.'].map(stream.push)).toEqual([
      '',
      'Thirty',
      '',
      ' days [1]',
      ' of',
      '',
    ])
    expect(stream.end()).toBe(' leave.')
    expect(streamed(['長い文章です', '。つぎ'])).toEqual(['長い文章です', '。つぎ'])
  })

  it.for([
    { pieces: ['Yes [1', '2] and [2].'], text: 'Yes and [2].' },
    { pieces: ['Both [1, 9] [', '7, 8]'], text: 'Both [1]' },
    { pieces: ['See [the', ' page](https://evil', '.example) now'], text: 'See the page now' },
    { pieces: ['[99', '](http://x)'], text: '' },
    { pieces: ['ww', 'w.evil.example @', 'all'], text: 'www\u200b.evil.example @\u200ball' },
    { pieces: ['www[9[](x)9].evil.example'], text: 'www .evil.example' },
    { pieces: [' \n ', 'a', ' \n'], text: 'a' },
  ])('turns $pieces into $text', ({ pieces, text }) => {
    expect(streamed(pieces).join('')).toBe(text)
  })

  it('holds a text without a place to cut to its end', () => {
    const long = 'a'.repeat(5_000)
    const stream = harmlessStream(1)
    expect(stream.push(long)).toBe('')
    expect(stream.push(' d e f')).toBe('')
    expect(stream.end()).toBe(`${long} d e f`)
  })

  it('has a maximum length', () => {
    const stream = harmlessStream(1)
    for (let sent = 0; sent < 30; sent += 1) stream.push('word '.repeat(1_000))
    expect(stream.isFull()).toBe(true)
    stream.end()
    expect(stream.text()).toHaveLength(100_001)
    expect(stream.text().endsWith('word …')).toBe(true)
  })

  it('is full and ends with … only if something is dropped', () => {
    const stream = harmlessStream(1)
    stream.push('word '.repeat(20_000))
    expect(stream.isFull()).toBe(false)
    stream.push('and')
    expect(stream.isFull()).toBe(true)
    expect(stream.end()).toBe(' word …')
  })

  it('takes linear time for hostile text', async () => {
    const costly = '[ ] ![ ]( [a]( < <a @ a: :// www. ( http \u3000 [\u3000 [1 [1,'.split(' ')
    const spent = await processorMsOf(() => {
      for (const piece of [...costly, '[a](x "', '[9](x', '[9](', ' ', '[ '])
        streamed(Array.from({ length: 5_000 }, () => piece))
    })
    expect(spent).toBeLessThan(5_000)
  })
})
