import { answerText, type SearchResult } from '@ken/core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderBlocks, renderFallback, renderPlain, type RichElement } from './rendered-blocks.ts'

const elementsOf = (markdown: string) => renderBlocks(markdown).elements
const section = (...elements: readonly object[]) => ({ type: 'rich_text_section', elements })
const text = (value: string, style?: object) => ({
  type: 'text',
  text: value,
  ...(style && { style }),
})
/** A list, as far as a test names it. */
const list = (style: string, indent: number, offset: number, ...items: readonly string[]) => ({
  type: 'rich_text_list',
  style,
  indent,
  offset,
  elements: items.map((item) => section(text(item))),
})

describe('renderBlocks', () => {
  it.for<readonly [string, readonly object[]]>([
    ['plain', [section(text('plain'))]],
    ['one\ntwo', [section(text('one\ntwo'))]],
    ['one\n\n\n\ntwo', [section(text('one\n\ntwo'))]],
    ['# Title\ntext', [section(text('Title', { bold: true }), text('\ntext'))]],
    [
      'a **b _c_**',
      [section(text('a '), text('b ', { bold: true }), text('c', { bold: true, italic: true }))],
    ],
    ['a `<@U1>`', [section(text('a '), text('<@U1>', { code: true }))]],
    [
      '[a **b**](https://wiki.test/x)',
      [section({ type: 'link', text: 'a b', url: 'https://wiki.test/x' })],
    ],
    [
      '**[a](https://wiki.test/x)**',
      [section({ type: 'link', text: 'a', url: 'https://wiki.test/x', style: { bold: true } })],
    ],
    ['https://evil.test', [section(text('https://evil.test'))]],
    ['<https://evil.test>', [section(text('https://evil.test'))]],
    ['[a](javascript:alert)', [section(text('a'))]],
    ['![a](https://evil.test/i.png)', [section(text('a'))]],
    ['<b>a</b>', [section(text('<b>a</b>'))]],
    ['<!channel> <@U1> @here', [section(text('<!channel> <@U1> @here'))]],
    ['```js\n<!here>\n```', [{ type: 'rich_text_preformatted', elements: [text('<!here>')] }]],
    ['> a\n> b\n>\n> c', [{ type: 'rich_text_quote', elements: [text('a\nb\n\nc')] }]],
    ['- a\n- b', [list('bullet', 0, 0, 'a', 'b')]],
    ['3. a\n4. b', [list('ordered', 0, 2, 'a', 'b')]],
    ['0. a', [list('ordered', 0, 0, 'a')]],
    [
      '1. a\n   - b\n2. c',
      [list('ordered', 0, 0, 'a'), list('bullet', 1, 0, 'b'), list('ordered', 0, 1, 'c')],
    ],
    ['1. a\n\n   b', [list('ordered', 0, 0, 'a\n\nb')]],
    ['-\n- b', [list('bullet', 0, 0, ' ', 'b')]],
    ['a\n\n- b\n\nc', [section(text('a')), list('bullet', 0, 0, 'b'), section(text('c'))]],
    ['[](https://wiki.test/)', [section(text('[](https://wiki.test/)'))]],
    [' ', [section(text(' '))]],
  ])('renders %j', ([markdown, elements]) => {
    expect(elementsOf(markdown)).toEqual(elements)
  })

  it.each([
    ['marks', `${'*['.repeat(1_501)}**bold**`],
    ['headings', 'a\n=\n'.repeat(1_001)],
    ['lists on a line', '1. '.repeat(3_000)],
  ])(
    'leaves a text with thousands of %s as it is, because it takes too long to parse',
    (_, markdown) => {
      expect(elementsOf(markdown)).toEqual([section(text(markdown))])
    },
  )

  it('leaves what is nested too deep as it is', () => {
    for (const markdown of ['> '.repeat(2_000), `${'- '.repeat(400)}a`, '*a '.repeat(5_000)])
      expect(elementsOf(`${markdown}x`)).not.toEqual([])
    expect(elementsOf(`${'> '.repeat(500)}x`)).toEqual([section(text(`${'> '.repeat(500)}x`))])
  })
})

it('renders plain text with the markers of lists', () => {
  const markdown = 'Found:\n\n2. [a](https://wiki.test/)\n3. b & &lt; <!here>\n\n- c'
  expect(renderPlain(markdown)).toBe(
    'Found:\n2. a (https://wiki.test/)\n3. b & &lt; &lt;!here>\n• c',
  )
  expect(renderPlain('`&amp;`')).toBe('&amp;amp;')
})

it('ends the fallback at 300 characters, between two of them', () => {
  expect(renderFallback(renderBlocks(`${'x'.repeat(299)}😀`))).toBe('x'.repeat(299))
  expect(renderFallback(renderBlocks(`${'x'.repeat(298)}😀y`))).toBe(`${'x'.repeat(298)}😀`)
})

const ours = ['https://wiki.test/a', 'https://wiki.test/b?c=d&e=f', 'https://wiki.test/b)']
const hostile = fc.constantFrom(
  '<!channel>',
  '<!here|here>',
  '<@U0123456>',
  '<#C0123456>',
  '<https://evil.test|wiki>',
  '&lt;!channel&gt;',
  '&amp;',
  '&',
  '<',
  '>',
  '|',
  '@here',
  ':smile:',
  'https://evil.test/x',
  'www.evil.test',
  'mailto:a@evil.test',
  '[a](https://evil.test)',
  '![a](https://evil.test/i.png)',
  '[a][1]\n\n[1]: https://evil.test\n\n',
  '<a href="https://evil.test">',
  '](',
  '[',
  ']',
  ')',
  '\\',
  '`',
  '```\n',
  '~~~',
  '*',
  '**',
  '_',
  '# ',
  '> ',
  '- ',
  '1. ',
  '\n',
  '\n\n',
  '\n    ',
  '\u202e',
  '\u0000',
  '😀',
  'word',
  ' ',
)
const hostileText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: hostile },
      { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
    ),
    { maxLength: 25 },
  )
  .map((pieces) => pieces.join(''))

type Found = { readonly title: string; readonly snippet: string; readonly url: string }
const resultOf = (found: Found): SearchResult => ({
  documentId: 'd' as SearchResult['documentId'], // Any id.
  passage: '',
  marks: [],
  source: 'wiki' as SearchResult['source'], // Any source.
  updatedAt: null,
  score: 1,
  ...found,
})

/** An answer as Ken writes it, of a model or of results alone. */
const answers = fc
  .record({
    written: fc.option(hostileText),
    found: fc.array(
      fc.record({ title: hostileText, snippet: hostileText, url: fc.constantFrom(...ours) }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ written, found }) =>
    answerText({
      written,
      results: found.map(resultOf),
      basedOn: [],
      isModelUnavailable: false,
      isFollowUp: false,
      degraded: false,
    }),
  )

/** Sections, quotations and preformatted texts, those of lists included. */
const leavesOf = (elements: readonly RichElement[]) =>
  elements.flatMap((element) =>
    element.type === 'rich_text_list'
      ? element.elements.flatMap(({ elements: inline }) => inline)
      : element.elements,
  )
const knownFields = ['style', 'text', 'type', 'url']

/** All mentions and links of the platform's markup begin with it. */
const active = /</

describe('R252 an answer in blocks', () => {
  it('has only text, and links to results', () => {
    fc.assert(
      fc.property(answers, (markdown) => {
        const leaves = leavesOf(elementsOf(markdown))
        const urls = leaves.flatMap((leaf) => (leaf.type === 'link' ? [leaf.url] : []))
        expect(urls.filter((url) => !/^https:\/\/wiki\.test\/[ab]/.test(url))).toEqual([])
        expect(leaves.filter(({ type }) => type !== 'text' && type !== 'link')).toEqual([])
        const fields = leaves.flatMap((leaf) => Object.keys(leaf))
        expect(fields.filter((field) => !knownFields.includes(field))).toEqual([])
        for (const leaf of leaves) expect(leaf.text).not.toBe('')
      }),
      { numRuns: 500 },
    )
  })

  it('has nothing active in its fallback and as plain text', () => {
    fc.assert(
      fc.property(fc.oneof(answers, hostileText), (markdown) => {
        expect(renderFallback(renderBlocks(markdown))).not.toMatch(active)
        const plain = renderPlain(markdown)
        expect(plain).not.toMatch(active)
        expect(plain.length).toBeLessThanOrEqual(4 * markdown.length + 4)
      }),
      { numRuns: 500 },
    )
  })

  it('is never longer than its Markdown', () => {
    fc.assert(
      fc.property(hostileText, (markdown) => {
        const length = leavesOf(elementsOf(markdown)).reduce(
          (sum, leaf) => sum + (leaf.text?.length ?? 0),
          0,
        )
        expect(length).toBeLessThanOrEqual(markdown.length)
      }),
      { numRuns: 500 },
    )
  })
})
