import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzeQuery } from '../analyze-query.ts'
import { isUnlike, termsOf } from '../stems/terms.ts'
import { matchesIn, partsOf, withSimilar, wordIndexOf } from './word-matches.ts'

const find = (query: string, text: string) => matchesIn(wordIndexOf(analyzeQuery(query)), text)

it('finds the words of a query in any inflection, with their positions', () => {
  const { length, positions } = find('printer policy', 'Printers: the policies of a printer.')
  expect(length).toBe(6)
  expect([...positions]).toEqual([
    [0, [0, 5]],
    [1, [2]],
  ])
})

it('finds joined words whole and by their parts', () => {
  expect([...find('KEN-1042', 'See KEN-1042.').positions.keys()]).toEqual([0, 1, 2])
})

it('finds a compound for each of its words', () => {
  expect([...find('time sheet', 'Fill in the timesheet.').positions.keys()]).toEqual([0, 1])
})

it('finds a German noun for each part of it that is asked for', () => {
  const text = 'Den Nachtschichtzuschlag zahlen wir im Mai.'
  expect([...find('Zuschlag Schicht Nacht', text).positions.values()]).toEqual([[1], [1], [1]])
  expect(find('Zuschlag', 'nachtschichtzuschlag').positions.size).toBe(0)
})

it('finds a part of a German noun in any form that the index finds it', () => {
  for (const query of ['Zuschlaege', 'zuschlagen'])
    expect(find(query, 'Der Nachtschichtzuschlag').positions.size).toBe(1)
  expect(find('prüfen', 'Die Qualitätsprüfung').positions.size).toBe(1)
})

it('finds no parts of English words', () => {
  expect(find('rate', 'Corporate rules').positions.size).toBe(0)
  expect(find('land', 'Offices in Switzerland').positions.size).toBe(0)
})

it('counts positions in parts', () => {
  expect(partsOf('See node.js in 会議')).toEqual(['see', 'node', 'js', 'in', '会', '議'])
  expect(find('last', 'node.js last').positions.get(0)).toEqual([2])
})

it('finds similar words only for those that are named', () => {
  const query = analyzeQuery('printr tonr')
  const matches = matchesIn(wordIndexOf(query), 'The printer has toner.')
  expect(matches.positions.size).toBe(0)
  expect([...withSimilar(matches, query, [0]).positions]).toEqual([[0, [1]]])
})

describe('skipping words that begin otherwise', () => {
  const letters = fc.string({
    unit: fc.integer({ min: 97, max: 122 }).map((code) => String.fromCharCode(code)),
    minLength: 1,
  })
  const irregularPairs = [
    ['men', 'man'],
    ['dying', 'die'],
    ['dying', 'died'],
    ['feet', 'foot'],
    ['ran', 'run'],
    ['found', 'find'],
    ['Aerzte', 'Ärzte'],
  ] as const

  it('finds what reading every word would find', () => {
    const word = fc.oneof(
      letters,
      fc.constantFrom(...irregularPairs.flat(), 'a', 'W3', '4711', 'T-1042'),
    )
    fc.assert(
      fc.property(word, fc.array(word), (asked, others) => {
        const index = wordIndexOf(analyzeQuery(asked))
        const text = [...others, asked, ...others].join(' ')
        const whole = { ...index, known: new Map(), beginnings: index.beginnings.slice().fill(1) }
        expect(matchesIn(index, text)).toEqual(matchesIn(whole, text))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(irregularPairs)('finds %s by %s, which begins otherwise', (word, asked) => {
    expect([...find(asked, `The ${word}.`).positions]).toEqual([[0, [1]]])
  })

  it('is right for the terms of any word: they begin like it, or are known not to', () => {
    fc.assert(
      fc.property(letters, (word) => {
        const isUmlaut = /^[aou]e/.test(word)
        const alike = termsOf(word).filter((term) => term.length > 1 && !isUnlike(term))
        for (const term of termsOf(word)) expect(term[0]).toBe(word[0])
        for (const term of isUmlaut ? [] : alike) expect(term[1]).toBe(word[1])
      }),
      { numRuns: 5_000, examples: irregularPairs.map(([word]) => [word.toLowerCase()]) },
    )
  })
})
