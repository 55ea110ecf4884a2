import { describe, expect, it } from 'vitest'
import { ageInWords, durationInWords, numberInWords } from './words.ts'

const now = new Date(2026, 2, 8, 12)
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const ageOf = (then: Date) => [ageInWords(then, now, 'en'), ageInWords(then, now, 'de')]

describe('ageInWords', () => {
  it.each([
    [0, 'now', 'jetzt'],
    [59, 'now', 'jetzt'],
    [60, '1 minute ago', 'vor 1 Minute'],
    [3_599, '59 minutes ago', 'vor 59 Minuten'],
    [86_400, 'yesterday', 'gestern'],
    [6 * 86_400, '6 days ago', 'vor 6 Tagen'],
    [7 * 86_400, '1 March 2026', '1. März 2026'],
    [-1, 'now', 'jetzt'],
    [-60, '8 March 2026', '8. März 2026'],
  ])('says %i seconds ago as %s and %s', (seconds, english, german) => {
    expect(ageOf(ago(seconds))).toEqual([english, german])
  })
})

it('counts days of the calendar from a day on, as "yesterday" says', () => {
  expect(ageOf(new Date(2026, 2, 7, 11))).toEqual(['yesterday', 'gestern'])
  expect(ageOf(new Date(2026, 2, 6, 20))).toEqual(['2 days ago', 'vorgestern'])
  expect(ageOf(new Date(2026, 2, 5, 20))).toEqual(['3 days ago', 'vor 3 Tagen'])
})

it('writes numbers as the language does', () => {
  expect([numberInWords(1_204, 'en'), numberInWords(1_204, 'de')]).toEqual(['1,204', '1.204'])
})

it.each([
  [1, '1 minute', '1 Minute'],
  [61, '2 minutes', '2 Minuten'],
  [3_600, '1 hour', '1 Stunde'],
  [4_706, '1 hour 19 minutes', '1 Stunde 19 Minuten'],
])('says that something takes %i seconds as %s and %s', (seconds, english, german) => {
  expect([durationInWords(seconds, 'en'), durationInWords(seconds, 'de')]).toEqual([
    english,
    german,
  ])
})
