import { expect, it } from 'vitest'
import { phraseFinder } from './phrase-finder.ts'

it('finds words one after the other, without case, accents and joints', () => {
  const find = phraseFinder('The Split-Brain, a split. À jour: node.js')
  for (const phrase of ['split brain', 'a split', 'a jour', 'node js', 'js'])
    expect(find(phrase.split(' '))).toBe(true)
  for (const phrase of ['brain split', 'the split a', 'split brains', 'js the'])
    expect(find(phrase.split(' '))).toBe(false)
})
