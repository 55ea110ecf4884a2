import { expect, it } from 'vitest'
import { areaCodeEnd } from './area-code.ts'

const numberAfter = (text: string) => {
  const { index, 0: first } = /\d+/.exec(text)!
  const end = areaCodeEnd(text, index, index + first.length)
  return end === -1 ? null : text.slice(end)
}

it.for([
  { text: '(212) 555-0123', number: '555-0123' },
  { text: '(030)901820', number: '901820' },
  { text: '(0171)/2345678', number: '2345678' },
  { text: '+1 (212) 555-0123', number: '555-0123' },
  { text: '+49 (0)30 901820', number: '30 901820' },
  { text: '+44 (0) 20 7946 0958', number: '20 7946 0958' },
  { text: '+49(30)901820', number: '901820' },
  { text: '212) 555-0123', number: null },
  { text: '(2019) 15 people', number: null },
  { text: '(2019) 3 March', number: null },
  { text: 'in 2019 (12) 1,299.00', number: null },
  { text: '(30 901820', number: null },
  { text: '49 30 901820', number: null },
])('finds the number after the area code of $text', ({ text, number }) => {
  expect(numberAfter(text)).toBe(number)
})
