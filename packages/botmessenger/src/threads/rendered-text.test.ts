import * as fc from 'fast-check'
import { answerText } from '@ken/core'
import type { MessageEntity } from '@grammyjs/types'
import type { SearchResult } from '@ken/core/ports'
import { botMessengerDouble } from '@ken/testing'
import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { renderMarkdown, renderPlain, type RenderedText } from './rendered-text.ts'

/** Each entity as the text that it covers. */
const covered = ({ text, entities }: RenderedText) =>
  entities.map(({ type, offset, length }) => `${type}: ${text.slice(offset, offset + length)}`)

describe('renderMarkdown', () => {
  it.for<readonly [string, string, readonly string[]]>([
    ['**a** *b* `c`', 'a b c', ['bold: a', 'italic: b', 'code: c']],
    ['# Head\n\nText', 'Head\n\nText', ['bold: Head']],
    ['- a\n- b\n  1. c\n  2. d', '• a\n• b\n  1. c\n  2. d', []],
    ['1. a\n1. b', '1. a\n1. b', []],
    ['> a\n> b', 'a\nb', ['blockquote: a\nb']],
    ['```ts\nx()\n```', 'x()', ['pre: x()']],
    ['a\\*b &amp; c', 'a*b & c', []],
    ['a\\\nb', 'a\nb', []],
    ['a\n\n---\n\nb', 'a\n\n---\n\nb', []],
    ['![logo](https://a.test/x.png)', 'logo', []],
    ['[a](https://a.test) [b](http://b.test)', 'a b', ['text_link: a', 'text_link: b']],
    ['[a](tg://user?id=1) [b](javascript:x)', 'a b', []],
    ['[`a.test`](https://a.test)', 'a.test', ['text_link: a.test']],
    [
      '[a](http://wiki/x) [b](http://[::1]/y)',
      'a http://wiki/x b',
      ['code: http://wiki/x', 'text_link: b'],
    ],
    ['[evil.com](http://wiki)', 'evil.com http://wiki', ['code: evil.com', 'code: http://wiki']],
    ['[wiki](http://wiki)', 'wiki http://wiki', ['code: http://wiki']],
    ['[http://wiki](http://wiki)', 'http://wiki', ['code: http://wiki']],
    ['<https://a.test>', 'https://a.test', ['code: https://a.test']],
    ['[a][1]\n\n[1]: https://a.test', 'a\n\n[1]: https://a.test', ['code: https://a.test']],
    ['**/new** @ana', '/new @ana', ['code: /new', 'code: @ana']],
    ['**see a.test now**', 'see a.test now', ['bold: see ', 'code: a.test', 'bold:  now']],
    ['a@b.@ana', 'a@b.@ana', ['code: a@b.@ana']],
    ['exam**ple.com**', 'example.com', ['code: example.com']],
    ['evil.c\u0333om @\u202eana', 'evil.com @ana', ['code: evil.com', 'code: @ana']],
    ['evil.c&#x333;om', 'evil.com', ['code: evil.com']],
    ['a\u2028b A\u030a\u030a x\u030a', 'a b \u00c5 x', []],
    ['a/b and 3.14 e.g. #1 C# $5', 'a/b and 3.14 e.g. #1 C# $5', []],
    ['1+1, C++ 17, 2026-11-28 10:00', '1+1, C++ 17, 2026-11-28 10:00', []],
    ['12345678901234567890', '12345678901234567890', []],
    [
      'Call +1 (212) 555-0123, or pay to 4111 1111 1111 1111.',
      'Call +1 (212) 555-0123, or pay to 4111 1111 1111 1111.',
      ['code: +1 (212) 555-0123', 'code: 4111 1111 1111 1111'],
    ],
  ])('renders %j', ([markdown, text, entities]) => {
    const rendered = renderMarkdown(markdown)
    expect(rendered.text).toBe(text)
    expect(covered(rendered)).toEqual(entities)
  })

  it('keeps the source of a text that would be blank', () => {
    expect(renderMarkdown('[](https://a.test)').text).toBe('[](https://a.test)')
  })

  it.for([101, 4_000])('keeps the source of a text that is nested %i deep', (depth) => {
    const markdown = `${'>'.repeat(depth)} evil.com **/start**`
    const rendered = renderMarkdown(markdown)
    expect(rendered.text).toBe(markdown)
    expect(covered(rendered)).toEqual(['code: evil.com', 'code: /start'])
    expect(renderPlain(markdown)).toEqual(rendered)
  })

  it('has at most a hundred entities, and none of them is active', () => {
    const links = '[a](https://a.test) '.repeat(8)
    const rendered = renderMarkdown(`${links}${'/new **b** '.repeat(200)}`)
    expect(rendered.entities.length).toBeLessThanOrEqual(100)
    expect(rendered.entities.filter(({ type }) => type === 'text_link')).toHaveLength(8)
    expect(activeIn(rendered)).toEqual([])
  })

  it.for([
    ['code', '`a` '.repeat(101), 0],
    ['code and links', '`a` [b](https://b.test) '.repeat(49), 49],
    ['links', '[b](https://b.test) '.repeat(101), 0],
  ] as const)('leaves nothing active after many entities: %s', ([, many, links]) => {
    const rendered = renderMarkdown(`${many}${'evil.com or /start '.repeat(4)}`)
    expect(rendered.entities.length).toBeLessThanOrEqual(100)
    expect(rendered.entities.filter(({ type }) => type === 'text_link')).toHaveLength(links)
    expect(activeIn(rendered)).toEqual([])
  })
})

const ours = ['https://wiki.test/a', 'https://wiki.test/b_(c)?d=e&f=g', 'http://wiki/c.com']
const hostile = fc.constantFrom(
  '@ana',
  '@all',
  '/new',
  '/start@bot',
  '#tag',
  '#тег',
  '$USD',
  'evil.com',
  'https://evil.test',
  'tg://user?id=1',
  'a@evil.test',
  '1.2.3.4',
  '+1-212-555-0123',
  '+49 30 (12) 3456789',
  '+',
  '5550123 ',
  'www.evil.com',
  'xn--e1.xn--p1ai',
  'пример.рф',
  'evil.c\u0333om',
  'evil.\u2028com',
  '/\u202ane\u033fw',
  '@\u030aana',
  '&#x333;',
  '\u0333',
  '\u2029',
  '\u030a',
  '[x](https://evil.test)',
  '[x](tg://user?id=1)',
  '[*x*](http://wiki/a)',
  '<https://evil.test>',
  '![i](http://e.test)',
  '[x]: https://evil.test',
  '[x][x]',
  '**',
  '*',
  '_',
  '`',
  '```\n',
  '\n',
  '\n\n',
  '- ',
  '1. ',
  '> ',
  '# ',
  '\\',
  '&amp;',
  '&#64;',
  '    ',
  '\t',
  '(',
  ')',
  '[',
  ']',
  '!',
  '<b>',
  '---',
  '\u200b',
  '\u200c',
  '\u00b7',
  '😀',
  'é',
  'word',
  ' ',
  '.',
  '@',
  '/',
  ':',
  '10. ',
)
/** Many of one thing use up the entities of a text. */
const crowd = fc.constantFrom('`a` ', '[a](https://wiki.test/a) ', '**a** ', '> a\n\n')
const crowds = fc
  .tuple(crowd, fc.integer({ min: 40, max: 110 }))
  .map(([one, times]) => one.repeat(times))
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
  documentId: 'd' as SearchResult['documentId'],
  passage: '',
  marks: [],
  source: 'wiki' as SearchResult['source'],
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

let double: Awaited<ReturnType<typeof botMessengerDouble>>
beforeAll(async () => {
  double = await botMessengerDouble()
})
afterAll(() => double.close())

/** What the server finds in a rendered text and makes active. */
const activeIn = ({ text, entities }: RenderedText): readonly string[] =>
  covered({ text, entities: double.entitiesOf(text, entities) }).filter(
    (entity) => !/^(text_link|code|pre|bold|italic|blockquote): /.test(entity),
  )

const isCode = ({ type }: MessageEntity): boolean => type === 'code' || type === 'pre'

describe('R252 a rendered text', () => {
  it('is never longer than its Markdown', () => {
    fc.assert(
      fc.property(hostileText, (markdown) => {
        expect(renderMarkdown(markdown).text.length).toBeLessThanOrEqual(markdown.length)
        expect(renderPlain(markdown).text.length).toBeLessThanOrEqual(markdown.length)
      }),
      { numRuns: 500, examples: [['*\t\t@ana'], ['>\t\tcode']] },
    )
  })

  it('links to results alone, and nothing else in it is active', () => {
    fc.assert(
      fc.property(answers, (markdown) => {
        const rendered = renderMarkdown(markdown)
        const links = rendered.entities.flatMap((entity) => ('url' in entity ? [entity.url] : []))
        expect(links.filter((url) => !/^https:\/\/wiki\.test\/[ab]/.test(url))).toEqual([])
        expect(activeIn(rendered)).toEqual([])
        expect(activeIn(renderPlain(markdown))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('has nothing active after many entities', () => {
    fc.assert(
      fc.property(crowds, hostileText, (many, markdown) => {
        const rendered = renderMarkdown(many + markdown)
        expect(rendered.entities.length).toBeLessThanOrEqual(100)
        expect(activeIn(rendered)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('has entities inside of it that a server accepts', () => {
    fc.assert(
      fc.property(hostileText, (markdown) => {
        const { text, entities } = renderMarkdown(markdown)
        for (const { offset, length } of entities) {
          expect(length).toBeGreaterThan(0)
          expect(offset + length).toBeLessThanOrEqual(text.length)
        }
        // Code holds nothing, and is held by a quotation at most.
        for (const { offset, length } of entities.filter(isCode))
          expect(
            entities.filter(
              (other) =>
                other.type !== 'blockquote' &&
                other.offset < offset + length &&
                offset < other.offset + other.length,
            ),
          ).toHaveLength(1)
      }),
      { numRuns: 1_000 },
    )
  })
})
