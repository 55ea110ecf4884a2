import { expect, it } from 'vitest'
import { citedNumbers, settledLength, withoutInvalidCitations } from './citations.ts'

it.for([
  { text: 'Yes [1]. No [3].', kept: 'Yes [1]. No.' },
  { text: 'Yes [0] [01] [99999]', kept: 'Yes' },
  { text: 'Both [1, 2], one [2,3] and none [4, 5]', kept: 'Both [1, 2], one [2] and none' },
  {
    text: 'No [9](https://x.test/a_(b) "A title"), [1, 9](#s) or [2](#s).',
    kept: 'No, [1] or [2](#s).',
  },
  { text: 'code[0] and [a] [1.2] [ 1]', kept: 'code and [a] [1.2] [ 1]' },
])('keeps of $text: $kept', ({ text, kept }) => {
  expect(withoutInvalidCitations(text, 2)).toBe(kept)
})

it.for([
  { text: 'a [1;4] b [1-9] c [ 9 ] d', kept: 'a [1] b [1, 2, 3] c d' },
  { text: 'a [1,2 , 9] b [^9] c 【9】 d ［4、2］ e', kept: 'a [1, 2] b c d [2] e' },
  { text: 'a [^1], [2–3] and [1 ; 2]', kept: 'a [^1], [2–3] and [1 ; 2]' },
  { text: `a [1,${'2,'.repeat(10)}9] b`, kept: `a [1${', 2'.repeat(10)}] b` },
  { text: 'on [2026-05-01] and [3-1]', kept: 'on [2026-05-01] and' },
])('keeps of $text, in all forms: $kept', ({ text, kept }) => {
  expect(withoutInvalidCitations(text, 3)).toBe(kept)
})

it('names the sources that a text cites', () => {
  expect(citedNumbers('A [2], b [1, 3] and [9]', 3)).toEqual(new Set([2, 1, 3]))
  expect(citedNumbers('[1-3] 【5; 9】', 6)).toEqual(new Set([1, 2, 3, 5]))
  expect(citedNumbers('[1]', 0)).toEqual(new Set())
})

it.for([
  { text: 'word', settled: 4 },
  { text: 'word ', settled: 4 },
  { text: 'word [1', settled: 4 },
  { text: 'word [1, ', settled: 4 },
  { text: 'word [1]', settled: 4 },
  { text: 'word [1].', settled: 9 },
  { text: 'word [1](https://x', settled: 4 },
  { text: 'word [1](x_(y', settled: 4 },
  { text: 'word [1](x "A ti', settled: 4 },
  { text: 'word [1](x)', settled: 11 },
  { text: 'word [a', settled: 7 },
  { text: 'word 【 ^1 - 2 ; ', settled: 4 },
  { text: `word [${'1,'.repeat(600)}`, settled: 1_206 },
])('lets no later text change the first $settled characters of "$text"', ({ text, settled }) => {
  expect(settledLength(text)).toBe(settled)
})
