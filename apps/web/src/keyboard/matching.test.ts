import { expect, it } from 'vitest'
import { matching } from './matching.ts'

const items = ['Your API keys', 'API keys of everyone', 'Schlüssel', 'People'].map((name) => ({
  name,
}))
const found = (text: string) => matching(text, items).map(({ name }) => name)

it('finds names by all words in any order, and puts those that start with the first one first', () => {
  expect(found('api keys')).toEqual(['API keys of everyone', 'Your API keys'])
  expect(found('keys your')).toEqual(['Your API keys'])
  expect(found('keys people')).toEqual([])
})

it('takes no notice of case and accents', () => {
  expect(found('SCHLUSS')).toEqual(['Schlüssel'])
})

it('keeps everything in its order for an empty text', () => {
  expect(found(' ')).toEqual(items.map(({ name }) => name))
})
