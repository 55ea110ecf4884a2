import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../../../testing/builders/any-character.ts'
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
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.constantFrom(...Array.from("aZ1 (),.-'’_/é\u0301\u00ad\u200b会한𝒜🙂\n"), '\ud835'),
  }),
)

it('finds every token of any text, alone or with others of a number', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(tokensOf(text).flatMap((each) => each.match(token) ?? [])).toEqual(
        text.match(token) ?? [],
      )
    }),
    { numRuns: 2_000 },
  )
})

it.for([
  { text: 'from 1,299.00 to 2\u202f450,50 €', tokens: ['from', '1,299.00', 'to', '2\u202f450,50'] },
  { text: 'Tel. +49 30 90-18 20, 2', tokens: ['Tel', '49 30 90-18 20', '2'] },
  { text: '(212) 555-0123 or +49 (0)30 90 18', tokens: ['212) 555-0123', 'or', '49 (0)30 90 18'] },
  { text: 'ISO 9001:2015 or HN 2040/A', tokens: ['ISO 9001:2015', 'or', 'HN 2040/A'] },
  { text: 'ISO/IEC/IEEE 29119', tokens: ['ISO/IEC/IEEE 29119'] },
  { text: 'ISO/IEC 27001 or A/B 2', tokens: ['ISO/IEC 27001', 'or', 'A/B 2'] },
  { text: 'TCP/UDP 53, IEC-ISO 1', tokens: ['TCP/UDP 53', 'IEC-ISO', '1'] },
  { text: 'DE89 3704 0044 05', tokens: ['DE89 3704 0044 05'] },
  { text: 'GB29 NWBK 6016 13', tokens: ['GB29 NWBK 6016 13'] },
  { text: 'in 2024 12 rooms, 3 x', tokens: ['in', '2024 12', 'rooms', '3', 'x'] },
  { text: 'RFC 7519bis HOLIDAYS 2025', tokens: ['RFC 7519bis', 'HOLIDAYS', '2025'] },
])('reads the groups of $text', ({ text, tokens }) => {
  expect(tokensOf(text)).toEqual(tokens)
})

it('joins nine groups at most', () => {
  expect(tokensOf('1 '.repeat(20)).map(({ length }) => length)).toEqual([17, 17, 3])
})

it.for([
  { text: 'Am 3. März 2025 um 9', tokens: ['Am', '3. März 2025', 'um', '9'] },
  {
    text: 'March 3, 2025-10 and Sept. 3rd, 2025',
    tokens: ['March', '3', '2025-10', 'and', 'Sept. 3rd, 2025'],
  },
  {
    text: 'le 1er mars 2025, el 3 de marzo de 2025',
    tokens: ['le', '1er mars 2025', 'el', '3 de marzo de 2025'],
  },
  {
    text: 'HR 3 March 2025, 5 PM 3 May 2025',
    tokens: ['HR', '3 March 2025', '5', 'PM', '3 May 2025'],
  },
  { text: '1299 3 May 2025', tokens: ['1299', '3 May 2025'] },
  { text: 'Sept.\u00a03, 2025', tokens: ['Sept.\u00a03, 2025'] },
  { text: '3 apples 2025, Room 3 2025', tokens: ['3', 'apples', '2025', 'Room', '3 2025'] },
  { text: 'HN 2040 B, ISO 9001, A', tokens: ['HN 2040 B', 'ISO 9001', 'A'] },
])('reads the dates and models of $text', ({ text, tokens }) => {
  expect(tokensOf(text)).toEqual(tokens)
})

it('knows plain words before a separator', () => {
  const plainWord = /^[A-Za-z\d][a-z\d]*(?=[-_./\\:@']?(?:[\0-~](?<![-\w./\\:@'])|$))/
  fc.assert(
    fc.property(texts, (text) => {
      for (const { index } of text.matchAll(token)) {
        const [word] = plainWord.exec(text.slice(index)) ?? []
        const beyond = word === undefined ? '' : text.slice(index, index + word.length + 3)
        const mayContinue = new RegExp(
          `^(?:.*[A-Z\\d](?<=^${word})[ ,]\\d|[A-Z].*\\d(?<=^${word})[ ,][A-Z])`,
        ).test(beyond)
        const mayBeginDate = new RegExp(
          `^(?:[adefjmnosADEFJMNOS].{0,19}(?<=^${word})\\.? \\d|\\d.{0,3}(?<=^${word})\\.? [adefjmnosADEFJMNOS])`,
        ).test(beyond)
        expect(plainWordEnd(text, index)).toBe(
          word === undefined || mayContinue || mayBeginDate ? -1 : index + word.length,
        )
      }
    }),
    { numRuns: 2_000 },
  )
})
