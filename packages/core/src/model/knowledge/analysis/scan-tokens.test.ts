import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainWordEnd, tokenEnd, tokenStart } from './scan-tokens.ts'

/** What a token is, in the notation of patterns. */
const token =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*(?:[-_./\\:@'’][\p{Cf}\p{M}]*[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*)*/gu

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = []
  let end = 0
  for (let start = tokenStart(text, 0); start < text.length; start = tokenStart(text, end)) {
    end = tokenEnd(text, start)
    tokens.push(text.slice(start, end))
  }
  return tokens
}

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(...Array.from("aZ1 .-'’_/é\u0301\u00ad\u200b会한𝒜🙂\n"), '\ud835'),
  }),
)

it('finds every token of any text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(tokensOf(text)).toEqual(text.match(token) ?? [])
    }),
    { numRuns: 2_000 },
  )
})

it('knows plain words before a separator', () => {
  const plainWord = /^[A-Za-z\d][a-z\d]*(?=[-_./\\:@']?(?:[\0-~](?<![-\w./\\:@'])|$))/
  fc.assert(
    fc.property(texts, (text) => {
      for (const { index } of text.matchAll(token)) {
        const [word] = plainWord.exec(text.slice(index)) ?? []
        expect(plainWordEnd(text, index)).toBe(word === undefined ? -1 : index + word.length)
      }
    }),
    { numRuns: 2_000 },
  )
})
