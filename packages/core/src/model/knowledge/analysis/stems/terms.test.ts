import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { languages } from '../stop-words.ts'
import { termOf, termsOf } from './terms.ts'

it('gives inflections of a word one term in its language', () => {
  expect(termOf('policies', 'english')).toBe(termOf('policy', 'english'))
  expect(termOf('rechnungen', 'german')).toBe(termOf('rechnung', 'german'))
})

it('never mixes stems of different languages', () => {
  expect(termOf('user', 'german')).not.toBe(termOf('us', 'english'))
})

it('gives codes, numbers and words of other scripts one term in all languages', () => {
  for (const word of ['t1042', '1.2.3', '2026', 'отпуск', '会議', 'x'])
    expect(termsOf(word)).toEqual([word])
})

it('has among all terms the one of every language', () => {
  for (const word of ['printers', 'rechnungen', 'journaux', 'vacaciones', 'utf8'])
    for (const language of languages) expect(termsOf(word)).toContain(termOf(word, language))
})

it('keeps the first letter of every word', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{2,12}$/), (word) => {
      for (const term of termsOf(word)) expect(term[0]).toBe(word[0])
    }),
    { numRuns: 1_000 },
  )
  for (const word of ['children', 'people', 'bought', 'left', 'abgerechnet', 'gesichert'])
    for (const term of termsOf(word)) expect(term[0]).toBe(word[0])
})
