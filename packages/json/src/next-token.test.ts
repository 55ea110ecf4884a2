import { processorMsOf } from '@ken/core/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextToken, stringOf, type JsonToken } from './next-token.ts'

function tokensOf(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = []
  for (let token = nextToken(text, 0); token !== null; token = nextToken(text, token.end))
    tokens.push(token)
  return tokens
}

describe('nextToken', () => {
  it('finds the tokens of JSON', () => {
    const text = ' {"a\\\\": [-1.5e3,true ,\r\n"\\"]",null]}\t'
    const written = tokensOf(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])
    const marks = written.filter(([kind, piece]) => kind === piece).map(([kind]) => kind)
    expect(marks).toEqual(['{', ':', '[', ',', ',', ',', ']', '}'])
    expect(written.filter(([kind, piece]) => kind !== piece)).toEqual([
      ['string', '"a\\\\"'],
      ['word', '-1.5e3'],
      ['word', 'true'],
      ['string', '"\\"]"'],
      ['word', 'null'],
    ])
  })

  it('leaves out nothing of any text but white space', () => {
    const pieces = fc.constantFrom(
      '{',
      ']',
      '"',
      '\\',
      ',',
      ' ',
      '\n',
      '\f',
      '\u00A0',
      'a',
      '1',
      '',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 20 }), (parts) => {
        const text = parts.join('')
        let end = 0
        for (const token of tokensOf(text)) {
          expect(text.slice(end, token.start)).toMatch(/^[ \t\r\n]*$/)
          expect(token.end).toBeGreaterThan(token.start)
          end = token.end
        }
        expect(text.slice(end)).toMatch(/^[ \t\r\n]*$/)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    { name: 'brackets', text: '['.repeat(1_000_000) },
    { name: 'digits', text: '1'.repeat(8_000_000) },
    { name: 'blanks', text: ' '.repeat(8_000_000) },
    { name: 'backslashes', text: `"${'\\'.repeat(8_000_000)}` },
    { name: 'escaped quotes', text: `"${'\\"'.repeat(4_000_000)}` },
    { name: 'quotes', text: '"'.repeat(1_000_000) },
  ])('takes linear time for millions of $name', async ({ text }) => {
    expect(await processorMsOf(() => tokensOf(text))).toBeLessThan(5_000)
  })
})

describe('stringOf', () => {
  it('is the value of a string, whose escapes it resolves', () => {
    for (const value of ['', 'plain', '"', 'a\\', '\u0000\ud83d\ude00\n']) {
      const text = JSON.stringify(value)
      expect(stringOf(text, nextToken(text, 0)!)).toBe(value)
    }
  })

  it.each(['"\\x"', '"\\u12"', '"\\'])('throws for %s', (text) => {
    expect(() => stringOf(text, nextToken(text, 0)!)).toThrow(SyntaxError)
  })
})
