import { expect, it } from 'vitest'
import { analyzeQuery } from '../analysis/analyze-query.ts'
import { similarWordMatcher, wordMatcher } from './word-matcher.ts'

it('wordMatcher returns the position of the query word of which a word is an inflection', () => {
  const match = wordMatcher(analyzeQuery('printers, toner and policies'), 'english')
  expect(['toner', 'printer', 'policy', 'toners', 'the', 'and', 'paper'].map(match)).toEqual([
    1,
    0,
    2,
    1,
    null,
    null,
    null,
  ])
})

it('wordMatcher matches inflections of other languages only if that of the text is unknown', () => {
  const query = analyzeQuery('Rechnung')
  expect(wordMatcher(query, 'unknown')('rechnungen')).toBe(0)
  expect(wordMatcher(query, 'english')('rechnungen')).toBeNull()
  expect(wordMatcher(query, 'english')('rechnung')).toBe(0)
})

it('wordMatcher matches nothing for a query without words', () => {
  expect(wordMatcher(analyzeQuery('?!'), 'english')('text')).toBeNull()
})

it('similarWordMatcher returns the position of the query word that a word looks like', () => {
  const match = similarWordMatcher(analyzeQuery('the toner of the pritner'))
  expect(['printer', 'printing', 'the'].map(match)).toEqual([1, null, null])
})
