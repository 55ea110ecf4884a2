import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMsOf } from '../../testing/builders/processor-time.ts'
import { chatLinksOf } from './test-chat-markdown.ts'
import { activeMarkdownOf } from './test-active-markdown.ts'
import { sanitizeText, plainText, visibleText } from './sanitize-text.ts'

/** What a team-chat client or server acts on: a link, an image, an address, a mention. */
const acted =
  /\]\(|\]\[|\]:|!\[[^\]]*\]\(|:\/\/|<[a-z/!?]|<[^\s<>]*[@:][^\s<>]*>|\/\/[^\s/]|(?<![a-z0-9])www\d{0,3}\.[a-z0-9]|@[\w.-]|[\w.-]@/i

const pieces = fc.constantFrom(
  'a',
  ' ',
  '\n',
  '[',
  ']',
  '(',
  ')',
  '!',
  '<',
  '>',
  '@',
  'all',
  '@here',
  ':',
  '/',
  '//',
  '://',
  'http',
  'https://x.example/y',
  'www.',
  'www1.x',
  '[a](https://x)',
  '![i](http://x/y.png)',
  '[a]: http://x',
  '<http://x>',
  '`',
  '```\n',
  '**',
  '\\',
  '\u202e',
  '\u061c',
  '\u2060',
  '\u{e0041}',
  '\u0000',
  'é',
  '😀',
  '"',
)

/** All but letters and digits, and few of these. */
const printable = Array.from(' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~aZw09')

describe('sanitizeText', () => {
  it.for<{ readonly text: string; readonly sanitized: string }>([
    { text: '[the handbook](https://evil.example/x)', sanitized: 'the handbook' },
    { text: 'Yes [1](https://e/a)[2, 3](#b).', sanitized: 'Yes [1] [2, 3].' },
    { text: '![1](https://evil.example/1.png)', sanitized: '1' },
    { text: '![logo](https://evil.example/p.png?leak=1)', sanitized: 'logo' },
    { text: '[a](https://evil.example/x "title") and [b](http://e/(x))', sanitized: 'a and b' },
    { text: '[a][1]\n\n[1]: https://evil.example', sanitized: '[a] [1]\n\n[1] : evil.example' },
    { text: 'see https://wiki.example.com/x_(y)', sanitized: 'see wiki.example.com\u200b/x_(y)' },
    {
      text: '<https://evil.example> <mailto:a@evil.example>',
      sanitized: '< evil.example> < mailto:\u200ba\u200b@\u200bevil.example>',
    },
    { text: 'see www.evil.example', sanitized: 'see www\u200b.evil.example' },
    {
      text: '@all @channel, (@here) and @ada',
      sanitized: '@\u200ball @\u200bchannel, (@\u200bhere) and @\u200bada',
    },
    { text: '<1\n@x>', sanitized: '< 1\n@\u200bx>' },
    { text: 'mail ada@example.com', sanitized: 'mail ada\u200b@\u200bexample.com' },
    {
      text: String.raw`ada\@x.com www\.x.com`,
      sanitized: 'ada\\\u200b@\u200bx.com www\u200b\\.x.com',
    },
    { text: 'ada&#64;x.com &commat; &amp;', sanitized: 'ada&\u200b#64;x.com &\u200bcommat; &amp;' },
    {
      text: '<img src="//evil.example/x.png?q=secret"> <a href=//evil.example/login>sign in</a>',
      sanitized:
        '< img src="/\u200b/evil.example/x.png?q=secret"> < a href=/\u200b/evil.example/login>sign in< /a>',
    },
    { text: '<!-- a --> <?x?> </script', sanitized: '< !-- a --> < ?x?> < /script' },
    { text: '`if (a < b && 1<2)` // sum', sanitized: '`if (a < b && 1<2)` // sum' },
    { text: 'http:/evil.example', sanitized: 'http:\u200b/evil.example' },
    { text: 'mailto:a@evil.example', sanitized: 'mailto:\u200ba\u200b@\u200bevil.example' },
    { text: 'evil.com/x', sanitized: 'evil.com\u200b/x' },
    { text: 'www.\uff45vil.example', sanitized: 'www\u200b.\uff45vil.example' },
    { text: '\uff20all', sanitized: '\uff20\u200ball' },
    { text: '`run image:latest` at 10:30', sanitized: '`run image:latest` at 10:30' },
    { text: 'hidden \u202etxt.exe\u0007', sanitized: 'hidden txt.exe' },
    { text: '**bold**, `code[0]` and [1]', sanitized: '**bold**, `code[0]` and [1]' },
    { text: '1. one\n2. two\n\n| a | b |', sanitized: '1. one\n2. two\n\n| a | b |' },
  ])('turns $text into $sanitized', ({ text, sanitized }) => {
    expect(sanitizeText(text)).toBe(sanitized)
  })

  it('removes every character that reorders text or that no one sees', () => {
    const shaping = '\t\n\u200c\u200d\ufe0e\ufe0f'
    const all = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
    const text = all.join('')
    const left = visibleText(text)
    let kept = 0
    const removed = all.filter((character) => {
      if (!left.startsWith(character, kept)) return true
      kept += character.length
      return false
    })
    expect(kept).toBe(left.length)
    expect(removed).toEqual(expect.arrayContaining(['\u061c', '\u200b', '\u00ad', '\ufeff']))
    for (const property of [/\p{Bidi_Control}/u, /\p{Cc}/u, /\p{Default_Ignorable_Code_Point}/u])
      expect(
        text.match(new RegExp(property, 'gu'))?.filter((each) => !shaping.includes(each)),
      ).toEqual(removed.filter((character) => property.test(character)))
    expect(removed.filter((character) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(character))).toEqual([
      // Fillers of Hangul, which are letters without a shape.
      '\u115f',
      '\u1160',
      '\u3164',
      '\uffa0',
    ])
  })

  it('leaves nothing in any text that a client would act on', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 25 }), (each) => {
        expect(sanitizeText(each.join(''))).not.toMatch(acted)
        expect(plainText(each.join(''))).not.toMatch(acted)
      }),
      { numRuns: 5_000 },
    )
  })

  it.for([
    { text: '[a](https://x.example)', linked: true },
    { text: 'see http:/x.example', linked: true },
    { text: 'x.com/y', linked: true },
    { text: 'see www2.x.example', linked: true },
    { text: 'see x.example', linked: false },
  ])('R246 is checked against a parser that finds a link in $text: $linked', ({ text, linked }) => {
    expect(chatLinksOf(text).length > 0).toBe(linked)
  })

  it('R246 leaves no link or image that the parser of a chat finds', () => {
    const hostile = fc.oneof(
      pieces,
      fc.constantFrom(
        ...'http:/x.example mailto:x tel:1 x.com/y ftp: HTTP:///x www3. \uff57ww. www\uff0ex \uff20all [x]: <mailto:x@y.z> ~~ _ # > - |'.split(
          ' ',
        ),
      ),
    )
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 25 }), (each) => {
        expect(chatLinksOf(sanitizeText(each.join('')))).toEqual([])
      }),
      { numRuns: 10_000 },
    )
  })

  it.for([
    { text: 'a <b>', acts: ['html_inline'] },
    { text: '<!-- a', acts: ['html_block'] },
    { text: 'ada@x.com //x.com mailto:a@x.com', acts: ['link_open', 'link_open', 'link_open'] },
    { text: 'a < b @ //', acts: [] },
  ])('R246 is checked against a parser with HTML that finds $acts in $text', ({ text, acts }) => {
    expect(activeMarkdownOf(text)).toEqual(acts)
  })

  it('R246 leaves no HTML, link or image that a parser of Markdown with HTML finds', () => {
    const hostile = fc.oneof(
      pieces,
      fc.constantFrom(
        ...'<a <b> </a> <!-- --> <!D <? ?> <![CDATA[ <script> <img href=x ada@x.com mailto:a@x.com //x.com # > -'.split(
          ' ',
        ),
      ),
    )
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 25 }), (each) => {
        expect(activeMarkdownOf(sanitizeText(each.join('')))).toEqual([])
        expect(activeMarkdownOf(plainText(each.join('')))).toEqual([])
      }),
      { numRuns: 5_000 },
    )
  })

  it('treats a text in which nothing can be active as it does before other text', () => {
    const ascii = fc.string({ unit: fc.constantFrom(...printable, 'ww', 'WWW2.', '\n', '\t') })
    fc.assert(
      fc.property(ascii, (text) => {
        // `<` before nothing stays, and takes the text through all rules.
        expect(sanitizeText(`${text} <`)).toBe(`${sanitizeText(text)} <`)
      }),
      { numRuns: 10_000 },
    )
  })

  it('takes linear time for hostile text', async () => {
    const costly = '[ ] ![ ]( [a]( < <a @ a@ & / // a: :// www. ( http'.split(' ')
    const spent = await processorMsOf(() => {
      for (const piece of [...costly, '[a](x "'])
        sanitizeText(piece.repeat(Math.ceil(50_000 / piece.length)))
    })
    expect(spent).toBeLessThan(2_000)
  })
})

describe('plainText', () => {
  it('leaves no formatting and returns a single line', () => {
    expect(plainText('# Title\n* **a** [b] `c` | d')).toBe(
      String.raw`\# Title \* \*\*a\*\* \[b\] \`c\` \| d`,
    )
    expect(['- item', '1. one', '+', '-5 degrees'].map(plainText)).toEqual([
      String.raw`\- item`,
      String.raw`1\. one`,
      String.raw`\+`,
      '-5 degrees',
    ])
  })
})
