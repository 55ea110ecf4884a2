import { expect, test } from 'vitest'
import { analyzeQuery } from './analyze-query.ts'
import { asksForNumber } from './asks-for-number.ts'

const wordsOf = (query: string): readonly string[] =>
  analyzeQuery(query).words.map(({ text }) => text)

test('words that ask for a number are no words to search for', () => {
  expect(wordsOf('How many days off do I get each year?')).toEqual(['days', 'year'])
  expect(wordsOf('how much does a badge cost')).toEqual(['badge', 'cost'])
  expect(wordsOf('How often do the keys change and how long are logs kept?')).toEqual([
    'keys',
    'change',
    'logs',
    'kept',
  ])
  expect(wordsOf('Wie viele Tage Urlaub habe ich, und wie lange?')).toEqual(['tage', 'urlaub'])
  expect(wordsOf('Combien de jours de congés ?')).toEqual(['jours', 'conges'])
  expect(wordsOf('¿Cuántos días de vacaciones tengo?')).not.toContain('cuantos')
})

test('the same words count elsewhere, and alone', () => {
  expect(wordsOf('too many clients')).toContain('many')
  expect(wordsOf('how many')).toEqual(['how', 'many'])
  expect(wordsOf('long trips')).toContain('long')
  expect(asksForNumber(['many', 'days'], 0, ['english'])).toBe(false)
  expect(asksForNumber(['how', 'many'], 1, ['german'])).toBe(false)
})
