import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../testing/builders/any-character.ts'
import { processorMsOf } from '../../testing/builders/processor-time.ts'
import { chunksOf, type Chunk } from './chunk.ts'

type Block = { readonly mark: string; readonly words: readonly string[] }

/** Paragraphs and headings of unique words, some longer than a chunk. */
const bodies: fc.Arbitrary<readonly Block[]> = fc
  .array(
    fc.record({
      mark: fc.constantFrom('', '', '', '# ', '###### '),
      lengths: fc.array(fc.oneof({ weight: 30, arbitrary: fc.nat(12) }, fc.nat(6_000)), {
        minLength: 1,
        maxLength: 300,
      }),
      character: fc.constantFrom('x', '会', '🙂', '.'),
    }),
    { maxLength: 12 },
  )
  .map((blocks) =>
    blocks.map(({ mark, lengths, character }, block) => ({
      mark,
      words: (mark === '' ? lengths : lengths.slice(0, 5).map((length) => length % 20)).map(
        (length, word) => `${block}-${word}${character.repeat(length)}`,
      ),
    })),
  )

const render = (blocks: readonly Block[], blank: string) =>
  blocks.map(({ mark, words }) => `${mark}${words.join(mark === '' ? blank : ' ')}`).join('\n\n')

/**
 * All text of the chunks, in order and without white space. A heading counts once, where it starts.
 */
const contentOf = (chunks: readonly Chunk[]): string =>
  chunks
    .map(({ heading, text }, position) =>
      heading === chunks[position - 1]?.heading ? text : `${heading} ${text}`,
    )
    .join(' ')
    .replaceAll(/[\s›]+/g, '')

const sections = (count: number): string =>
  Array.from({ length: count }, (_, section) => `# h${section}\n\nt${section}`).join('\n\n')

const lastHeading = (body: string) => chunksOf(body).at(-1)?.heading

describe('chunksOf', () => {
  it('puts every word into exactly one chunk or heading, in order', () => {
    fc.assert(
      fc.property(bodies, fc.constantFrom(' ', '\n', '  \t ', '\r\n'), (blocks, blank) => {
        const expected = blocks.flatMap(({ words }) => words).join('')
        expect(contentOf(chunksOf(render(blocks, blank)))).toBe(expected)
      }),
    )
  })

  it('keeps all of any text', () => {
    const characters = fc.constantFrom(
      'a',
      'b',
      '.',
      ' ',
      '\n',
      '\r\n',
      '\t',
      '\u00a0',
      '\u2028',
      '🙂',
      '\r',
      '\u0301',
    )
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.array(characters, { maxLength: 4_000 }).map((some) => some.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const body = text.replaceAll('#', '')
        expect(contentOf(chunksOf(body))).toBe(body.replaceAll(/\s+/g, ''))
      }),
    )
  })

  it('keeps every chunk within its limits, and splits no character', () => {
    fc.assert(
      fc.property(bodies, (blocks) => {
        for (const { heading, text } of chunksOf(render(blocks, ' '))) {
          expect(text.match(/\S+/g)?.length ?? 0).toBeLessThanOrEqual(250)
          expect(text.length).toBeLessThanOrEqual(2_800)
          expect(heading.length).toBeLessThanOrEqual(300)
          expect(text.isWellFormed()).toBe(true)
        }
      }),
    )
  })

  it('splits no word that fits into a chunk', () => {
    const words = Array.from({ length: 5_000 }, (_, position) => `word-${position}`)
    const chunks = chunksOf(words.join(' '))
    expect(chunks.flatMap(({ text }) => text.split(/\s+/))).toEqual(words)
    expect(chunks.length).toBeLessThan(40)
  })

  it('splits a long paragraph after a sentence if possible', () => {
    const sentence = 'This sentence has exactly ten words and ends right here.'
    for (const { text } of chunksOf(Array.from({ length: 100 }, () => sentence).join(' ')))
      expect(text).toMatch(/ here\.$/)
  })

  it('splits a text without blanks after a sentence, and no character as people see it', () => {
    for (const { text } of chunksOf('会議室は十階にあります。'.repeat(1_000)))
      expect(text).toMatch(/ます。$/)
    for (const character of ['👩‍👩‍👧', '🇩🇪', 'か\u3099', 'ที่']) {
      const chunks = chunksOf(`x${character.repeat(2_000)}`)
      expect(chunks.length).toBeGreaterThan(1)
      for (const { text } of chunks)
        expect(text.replace('x', '').replaceAll(character, '')).toBe('')
    }
  })

  it('splits a character that is longer than a chunk', () => {
    const body = `e${'\u0301'.repeat(9_000)}`
    expect(
      chunksOf(body)
        .map(({ text }) => text)
        .join(''),
    ).toBe(body)
  })

  it('gives each chunk the nearest heading above, without its marks', () => {
    const body =
      'Before.\n# First #\nOne.\n\nTwo.\n\n### Second ##\n\n## Third\nThree.\n#No heading\n####### nor this'
    expect(chunksOf(body)).toEqual([
      { heading: '', text: 'Before.' },
      { heading: 'First', text: 'One.\n\nTwo.' },
      { heading: 'Second › Third', text: 'Three.\n#No heading\n####### nor this' },
    ])
  })

  it('repeats a heading in every chunk of a long section, and takes no long line for a heading', () => {
    const chunks = chunksOf(`# Section\n\n${'word '.repeat(1_000)}`)
    expect(chunks.length).toBeGreaterThan(4)
    expect(new Set(chunks.map(({ heading }) => heading))).toEqual(new Set(['Section']))
    expect(chunksOf(`# ${'word '.repeat(100)}`)).toMatchObject([{ heading: '' }])
  })

  it('repeats the names of the columns above all passages of a long table', () => {
    const rows = Array.from(
      { length: 100 },
      (_, row) => `Office ${row} | ${row * 7} | ${row}.3.2025`,
    )
    const table = ['Office | Staff | Renewal date', ...rows].join('\n')
    for (const body of [`# Offices\n\n${table}\n\nEnd.`, `# Offices\n\nAll:\n\n${table}`]) {
      const chunks = chunksOf(body)
      expect(chunks[0]?.text).toContain(table.slice(0, 90))
      expect(chunks.length).toBeGreaterThan(2)
      for (const { heading } of chunks)
        expect(heading).toBe('Offices › Office | Staff | Renewal date')
    }
    expect(chunksOf(`# Offices\n\n${table.slice(0, 500)}`)).toMatchObject([{ heading: 'Offices' }])
    expect(lastHeading(table)).toBe('Office | Staff | Renewal date')
    expect(lastHeading(`# ${'x'.repeat(280)}\n\n${table}`)).toBe('Office | Staff | Renewal date')
    expect(lastHeading(`| Office | Staff |\n|---|---|\n${'| a | b |\n'.repeat(200)}`)).toBe(
      'Office | Staff',
    )
  })

  it('repeats no row that names no columns', () => {
    const rows = 'Bergen | 12\n'.repeat(200)
    for (const first of ['Oslo | 14', `${'long '.repeat(100)} | Staff`, 'No table', ' | '])
      expect(chunksOf(`# Offices\n\n${first}\n${rows}`).at(-1)?.heading).toBe('Offices')
    expect(chunksOf(`# Pipes\n\na | b\n${'some words\n'.repeat(200)}`).at(-1)?.heading).toBe(
      'Pipes',
    )
  })

  it('leaves no chunk without text, so that every result has something to show', () => {
    expect(chunksOf('# Only\n\n## Headings')).toEqual([{ heading: '', text: 'Only › Headings' }])
    fc.assert(
      fc.property(bodies, (blocks) => {
        const chunks = chunksOf(render(blocks, ' '))
        expect(chunks.length === 1 || chunks.every(({ text }) => text !== '')).toBe(true)
      }),
    )
  })

  it('gives one empty chunk for a body without words', () => {
    for (const body of ['', ' ', '\n\n\n', '\t\r\n \u00a0'])
      expect(chunksOf(body)).toEqual([{ heading: '', text: '' }])
  })

  describe('of a document that has too many sections for its text', () => {
    it('are its sections up to 5,000', () => {
      const chunks = chunksOf(sections(5_000))
      expect(chunks).toHaveLength(5_000)
      expect(chunks[1]).toEqual({ heading: 'h1', text: 't1' })
    })

    it('are as large as others, with every heading and word in order', () => {
      const chunks = chunksOf(sections(5_001))
      expect(chunks).toHaveLength(51)
      expect(chunks[1]?.text).toMatch(/^t100\n\nh101\nt101\n\n/)
      expect(contentOf(chunks)).toBe(contentOf(chunksOf(sections(5_000))) + 'h5000t5000')
      for (const { text } of chunks) expect(text.split(/\s+/).length).toBeLessThanOrEqual(200)
    })
  })

  const giants: Readonly<Record<string, string>> = {
    'one word': 'x'.repeat(2_000_000),
    'one line': 'word '.repeat(400_000),
    'spaces between two words': `a${' '.repeat(1_000_000)}b`,
    'spaces in a heading': `# a${' '.repeat(1_000_000)}b`,
    'marks in a heading': `# a ${'# '.repeat(400_000)}b`,
    'one heading': `# ${'x'.repeat(1_000_000)}`,
    'lines of marks': '#\n'.repeat(300_000),
    'lines of marks and spaces': '# \n'.repeat(200_000),
    headings: '# a\n'.repeat(200_000),
  }
  for (const [kind, body] of Object.entries(giants)) {
    it(`takes linear time for a giant body: ${kind}`, async () => {
      expect(await processorMsOf(() => chunksOf(body))).toBeLessThan(10_000)
    })
  }
})
