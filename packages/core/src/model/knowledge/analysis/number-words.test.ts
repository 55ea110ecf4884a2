import { expect, it } from 'vitest'
import { numberWordsOf } from './number-words.ts'

it.for([
  { text: '1,299.00', words: ['1299', '1299.00'] },
  { text: '2.450,50', words: ['2450', '2450.50'] },
  { text: "12'500", words: ['12500'] },
  { text: '1 234 567', words: ['1234567'] },
  { text: '49 30 901820', words: ['4930901820', '30901820'] },
  { text: '0800/123 45 67', words: ['08001234567', '8001234567', '1234567'] },
  { text: '02079460958', words: ['02079460958', '2079460958'] },
  { text: 'DE89 3704 0044 0532 0130 00', words: ['de89370400440532013000'] },
  { text: '4711-0815-02', words: ['4711081502'] },
  { text: 'CC-4711-B', words: [] },
  { text: 'HN 2040 B', words: ['hn2040b'] },
  { text: 'ISO 9001:2015', words: ['iso9001.2015', 'iso9001'] },
  { text: 'SDK 1.2.3', words: ['sdk1.2.3'] },
  { text: '12 450 1380 77 920 4500 31 8', words: [] },
  { text: '03.03.2025', words: ['20250303'] },
  { text: '1.2.3', words: [] },
  { text: '192.168.10.20', words: [] },
  { text: '1,2', words: [] },
])('finds $text as $words', ({ text, words }) => {
  expect(numberWordsOf(text)).toEqual(words)
})
