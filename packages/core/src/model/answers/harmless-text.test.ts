import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { harmlessText, plainText } from './harmless-text.ts'

/** What a team-chat client or server acts on: a link, an image, an address, a call. */
const acted = /\]\(|\]\[|\]:|!\[[^\]]*\]\(|:\/\/|<[^\s<>]*[@:][^\s<>]*>|(?<![a-z0-9])www\d{0,3}\.[a-z0-9]|(?<![a-z0-9])@[\w.-]/i

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
  '\u0000',
  'é',
  '😀',
  '"',
)

describe('harmlessText', () => {
  it.for<[string, string]>([
    ['[the handbook](https://evil.example/x)', 'the handbook'],
    ['![logo](https://evil.example/p.png?leak=1)', 'logo'],
    ['[a](https://evil.example/x "title") and [b](http://e/(x))', 'a and b'],
    ['[a][1]\n\n[1]: https://evil.example', '[a] [1]\n\n[1] : evil.example'],
    ['see https://wiki.example.com/x_(y)', 'see wiki.example.com/x_(y)'],
    ['<https://evil.example> <mailto:a@evil.example>', '<evil.example> < mailto:a@evil.example>'],
    ['see www.evil.example', 'see www\u200b.evil.example'],
    ['@all @channel, (@here) and @ada', '@\u200ball @\u200bchannel, (@\u200bhere) and @\u200bada'],
    ['mail ada@example.com', 'mail ada@example.com'],
    ['hidden \u202etxt.exe\u0007', 'hidden txt.exe'],
    ['**bold**, `code[0]` and [1]', '**bold**, `code[0]` and [1]'],
    ['1. one\n2. two\n\n| a | b |', '1. one\n2. two\n\n| a | b |'],
  ])('leaves of %j %j', ([text, harmless]) => {
    expect(harmlessText(text)).toBe(harmless)
  })

  it('leaves nothing of any text that a client would act on', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 25 }), (each) => {
        expect(harmlessText(each.join(''))).not.toMatch(acted)
        expect(plainText(each.join(''))).not.toMatch(acted)
      }),
      { numRuns: 5_000 },
    )
  })

  it('takes little time for a text made to take much', () => {
    const startedAt = performance.now()
    for (const piece of ['[', ']', '![', '](', '[a](', '<', '<a', '@', 'a:', '://', 'www.', '(', 'http', '[a](x "'])
      harmlessText(piece.repeat(Math.ceil(50_000 / piece.length)))
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})

describe('plainText', () => {
  it('formats nothing and stays on one line', () => {
    expect(plainText('# Title\n* **a** [b] `c` | d')).toBe(String.raw`\# Title \* \*\*a\*\* \[b\] \`c\` \| d`)
    expect(['- item', '1. one', '+', '-5 degrees'].map(plainText)).toEqual([
      String.raw`\- item`,
      String.raw`1\. one`,
      String.raw`\+`,
      '-5 degrees',
    ])
  })
})
