import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { languages } from '../language/stop-words.ts'
import { foldWord } from '../../words.ts'
import { termOf, termsOf } from './terms.ts'

it('gives inflections of a word one term in its language', () => {
  expect(termOf('policies', 'english')).toBe(termOf('policy', 'english'))
  expect(termOf('rechnungen', 'german')).toBe(termOf('rechnung', 'german'))
})

it('never mixes stems of different languages', () => {
  expect(termOf('user', 'german')).not.toBe(termOf('us', 'english'))
})

it.each([
  { common: 'and', language: 'english', words: 'ändern' },
  { common: 'such', language: 'english', words: 'suche suchen sucht' },
  { common: 'not', language: 'english', words: 'note notes noter' },
  { common: 'are', language: 'english', words: 'area areas' },
  { common: 'them', language: 'english', words: 'theme themes themen' },
  { common: 'sich', language: 'german', words: 'sicherheit' },
  { common: 'seit', language: 'german', words: 'seite seiten' },
  { common: 'vers', language: 'french', words: 'version versiones' },
] as const)('keeps $words apart from the common word $common', ({ common, language, words }) => {
  for (const word of words.split(' ').map(foldWord)) {
    expect(termsOf(word)).not.toContain(termOf(common, language))
    // Also where the language of the common word is unknown, or a text of another language quotes it.
    expect(termsOf(common).filter((term) => termsOf(word).includes(term))).toEqual([])
  }
})

it('gives inflections one term, also if their stem is a common word', () => {
  for (const [language, words] of [
    ['german', 'seite seiten'],
    ['french', 'note notes noter'],
    ['spanish', 'version versiones'],
    ['english', 'comment comments'],
    ['english', 'car cars'],
    ['english', 'die died'],
    ['english', 'era eras'],
    ['french', 'but buts'],
  ] as const)
    expect(new Set(words.split(' ').map((word) => termOf(word, language))).size).toBe(1)
})

it('gives the name of a street and its abbreviation one term', () => {
  for (const language of languages)
    expect(termOf('lindwurmstrasse', language)).toBe(termOf('lindwurmstr', language))
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
