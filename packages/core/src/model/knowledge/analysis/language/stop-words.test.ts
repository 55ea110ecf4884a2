import { expect, it } from 'vitest'
import { foldWord } from '../../words.ts'
import { languages, stopWords } from './stop-words.ts'

it.for(languages)('has folded words of %s, in order', (language) => {
  const words = [...stopWords[language]]
  expect(words).toEqual(words.map(foldWord))
  expect(words.length).toBeGreaterThan(100)
})
