import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertMarkdown } from './convert-markdown.ts'
import { anyText, faultsOf, fragments } from '../../testing/readable.ts'

const bodyOf = (...lines: string[]): string => convertMarkdown(lines.join('\n')).body

describe('hostile Markdown', () => {
  const length = 50_000
  const hostile = {
    'unbalanced emphasis': '*a',
    'emphasis of two kinds': '*a_',
    'open brackets': '[a',
    'links that never end': '[a](',
    'nested pictures': '![[a](',
    'addresses of links': 'a\n\n[b]: c\n',
    'underlines of headings': 'a\n-\n',
    tables: 'a|b\n-|-\n',
    footnotes: '[^a]: a\n',
    'open code': '`a``',
    'open tags': '<a ',
    comments: 'a<!--',
    'links of wikis': '[[a|',
    'comments of notes': '%%a\n',
    'comments of MDX': '{/*a',
    'tags of templates': '{% hint a ',
    'open scripts': 'a <script> ',
    'elements of MDX': '<Ab title="a" ',
    'marks of every kind': '*[_`<!~|a',
  }
  test.for(Object.entries(hostile))(
    'of %s is read in proportional time, and keeps its words',
    ([, piece]) => {
      const begun = process.threadCpuUsage()
      const { title, body } = convertMarkdown(piece.repeat(length / piece.length))
      const { user, system } = process.threadCpuUsage(begun)
      // Up to 350 ms on a busy machine. In quadratic time it would be far above the bound.
      expect((user + system) / 1_000).toBeLessThan(2_000)
      const words = `${title} ${body}`.match(/a/g)?.length ?? 0
      expect(words).toBeGreaterThanOrEqual(Math.floor(length / piece.length))
    },
  )
  test.for([
    // On an idle machine: 15 ms; half a minute in quadratic time.
    { of: 'a long name of an element', text: `b <A${'a'.repeat(4 * length)}> c` },
    // 10 ms; five minutes in cubic time.
    {
      of: 'an admonition with a separator of lines',
      text: `:::[b${']{'.repeat(4_000)}${'}'.repeat(4_000)}\u2028b`,
    },
    // 20 ms; a minute in quadratic time.
    { of: 'a row of backticks beside marked text', text: `==b==\n\n${'`'.repeat(4 * length)}` },
    { of: 'a row of tildes beside marked text', text: `==b==\n\n${'~'.repeat(4 * length)}` },
  ])('of $of is read in proportional time', ({ text }) => {
    const begun = process.threadCpuUsage()
    expect(bodyOf(text)).toContain('b')
    const { user, system } = process.threadCpuUsage(begun)
    expect((user + system) / 1_000).toBeLessThan(8_000)
  })
})

test('of an admonition keeps the title on both sides of a separator of lines', () => {
  expect(bodyOf(':::note One\u2028two', 'three', ':::')).toBe('One two\nthree')
})

test('reads any text without a throw into a readable body', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fragments), (text) => {
      expect(faultsOf(convertMarkdown(text))).toEqual([])
    }),
    { numRuns: 400 },
  )
})

test('joins lines of scripts without blanks', () => {
  expect(bodyOf('出張の経\n費は、\n会計部へ。\nAB\n会議')).toBe('出張の経費は、会計部へ。 AB 会議')
  expect(bodyOf('<p>会議\n  室</p>')).toBe('会議室')
  expect(bodyOf('연차\n휴가')).toBe('연차 휴가')
})

test('keeps every word of plain sentences, in order', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.array(words, { maxLength: 6 }), (paragraphs) => {
      const written = paragraphs.map((paragraph) => `x${paragraph.join(' ')}`)
      expect(bodyOf(written.join('\n\n'))).toBe(written.join('\n\n'))
    }),
  )
})

test.each([
  { text: '---\nHello\n\n...\n\nEnd', words: ['Hello', 'End'] },
  { text: '---\n\n# Part: one\n\n...\n\nEnd', words: ['Part: one', 'End'] },
])('keeps all words after a thematic break: $text', ({ text, words }) => {
  const { title, body } = convertMarkdown(text)
  for (const word of words) expect(`${title} ${body}`).toContain(word)
})
