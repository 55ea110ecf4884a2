import { expect, test } from 'vitest'
import { analyzeQuery } from '../analysis/analyze-query.ts'
import { snippetLengthMax } from '../search-result.ts'
import { quoteBelow } from './quote-below.ts'

const filler = 'Many other matters are described here at some length. '

/** The snippet, with its marked parts in brackets. */
function quoted(query: string, heading: string, body: string): string {
  const { snippet, marks } = quoteBelow(analyzeQuery(query), { title: 'Guide', heading, body })
  expect(snippet.length).toBeLessThanOrEqual(snippetLengthMax)
  return marks.reduceRight(
    (text, { start, end }) =>
      `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`,
    snippet,
  )
}

test('begins with a heading that has words of the query which the text lacks', () => {
  expect(quoted('fire alarm', 'In case of fire', 'Pull the alarm.')).toBe(
    'In case of [fire] › Pull the [alarm].',
  )
  expect(quoted('what is new in 3.12.1', '3.12.1 › Fixed', 'The basket.')).toBe(
    '[3.12.1] › Fixed › The basket.',
  )
})

test('finds a misspelled word in a heading, and counts marks as strings do', () => {
  expect(quoted('polcy', 'Policy', 'The text is here.')).toBe('[Policy] › The text is here.')
  expect(quoted('fire 数据库', '🔥 Fire › 数据库', '😀 Pull 数据库 😀')).toBe(
    '🔥 [Fire] › [数据库] › 😀 Pull [数据库] 😀',
  )
})

test('is the text alone below any other heading', () => {
  expect(quoted('alarm', 'In case of fire', 'Pull the alarm.')).toBe('Pull the [alarm].')
  expect(quoted('alarms', 'The alarm', 'Pull the alarm.')).toBe('Pull the [alarm].')
  expect(quoted('alarm', 'Alarms', 'Pull the alarm.')).toBe('Pull the [alarm].')
  expect(quoted('rate limit', 'RateLimit', 'The rate limit is 5.')).toBe('The [rate] [limit] is 5.')
  expect(quoted('policy', 'Police stations', 'The policy is here.')).toBe('The [policy] is here.')
  expect(quoted('guide', 'Guide', 'Pull the alarm.')).toBe('Pull the alarm.')
  expect(quoted('alarm', `Alarm ${filler.repeat(4)}`, 'Pull it.')).toBe('Pull it.')
  expect(quoted('alarm', '', 'Pull it.')).toBe('Pull it.')
})

test('quotes less of a long text, and a text that fits alone without its heading', () => {
  const long = `${filler.repeat(15)}Pull the alarm. ${filler.repeat(15)}`
  expect(quoted('fire alarm', 'In case of fire', long)).toMatch(
    /^In case of \[fire\] › … .*Pull the \[alarm\]\..* …$/,
  )
  const fitting = filler.repeat(9).trim()
  expect(quoted('fire', 'In case of fire', fitting)).toBe(fitting)
})

test('begins with the names of the columns above rows of a table', () => {
  const rows = Array.from({ length: 40 }, (_, at) => `City${at} | ${at} days | open all year round`)
  const table = ['Place | Leave | Season', ...rows].join('\n')
  expect(quoted('city30', 'Rules', table)).toMatch(
    /^Place \| Leave \| Season › … City2\d \| .* · \[City30\] \| 30 days \| open all year round · /,
  )
  expect(quoted('rules city30', 'Rules', table)).toMatch(
    /^\[Rules\] › Place \| Leave \| Season › … City2\d \| .* · \[City30\] \| 30 days/,
  )
  expect(quoted('leave city30', 'Rules › Place | Leave | Season', rows.join('\n'))).toMatch(
    /^Rules › Place \| \[Leave\] \| Season › … City2\d \| /,
  )
  expect(quoted('city1', 'Rules', table)).toMatch(/^Place \| Leave \| Season · City0 \| /)
})
