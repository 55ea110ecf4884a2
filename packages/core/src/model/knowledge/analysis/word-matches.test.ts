import { expect, it } from 'vitest'
import { analyzeQuery } from './analyze-query.ts'
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
