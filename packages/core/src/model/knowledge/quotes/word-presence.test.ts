import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { analyzeQuery } from '../analysis/analyze-query.ts'
import { quote } from './quote.ts'
import { wordPresence } from './word-presence.ts'

const isIn = (query: string, passage: string) => wordPresence(analyzeQuery(query))(passage)

it('wordPresence finds words of scripts without spaces in any form', () => {
  expect(isIn('会議', '明日の会議室です。')).toBe(true)
  expect(isIn('会議', '会と議')).toBe(false)
  expect(isIn('プリンター', 'ﾌﾟﾘﾝﾀｰ')).toBe(true)
  expect(isIn('会議', '会\u00ad議')).toBe(true)
  expect(isIn('한국', '한국'.normalize('NFD'))).toBe(true)
})

it('wordPresence is true for a query with other words', () => {
  expect(isIn('会議 printer', 'Text.')).toBe(true)
  expect(isIn('2025', 'Text.')).toBe(true)
})

const pieces = fc.constantFrom(
  ...'会 議 会議 室 が か ｶ ﾞ ー ﾟ ハ バ ㍿ 株 会社 ㈱ 豈 𠀀 한 ᄀ ก က ក 。 - . 🙂 ﷺ a A é 7 ７ İ'.split(
    ' ',
  ),
  ...Array.from(
    "\u3099\u1161\u11a8\u0e31\u103b\u17d2\u200b\u200d\u00ad\u0301\ufe0f\u00b4\u309b\u0000\u2028' \n",
  ),
  '한'.normalize('NFD'),
  '\ud83d',
)
const texts = fc.array(pieces, { maxLength: 40 }).map((some) => some.join(''))

it('wordPresence is true for every passage that quote marks', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 4 }), texts, (query, passage) => {
      const analyzed = analyzeQuery(query.join(''))
      const isMarked = quote(analyzed, passage).marks.length > 0
      expect(isMarked && !wordPresence(analyzed)(passage)).toBe(false)
    }),
    { numRuns: 5_000 },
  )
})
