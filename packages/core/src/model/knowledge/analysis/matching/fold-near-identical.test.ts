import { expect, it } from 'vitest'
import { foldNearIdentical } from './fold-near-identical.ts'

const long = Array.from({ length: 60 }, (_, position) => `word${position % 50}`).join(' ')
const passage = (body: string, score: number) => ({ heading: '', body, score })
const bodiesOf = (bodies: readonly string[], limit = 10) =>
  foldNearIdentical(
    bodies.map((body, rank) => passage(body, 1 - rank / 10)),
    limit,
  ).map(({ body }) => body)

it('moves a copy after all other passages', () => {
  const copy = `${long} once more`
  expect(bodiesOf([long, copy, 'Other text.', 'Last text.'])).toEqual([
    long,
    'Other text.',
    'Last text.',
    copy,
  ])
})

it('stops taking passages once it has enough', () => {
  const taken: string[] = []
  function* passages() {
    for (const body of [long, long, 'Other text.', 'Last text.']) {
      taken.push(body)
      yield passage(body, 1)
    }
  }
  expect(foldNearIdentical(passages(), 2).map(({ body }) => body)).toEqual([long, 'Other text.'])
  expect(taken).toEqual([long, long, 'Other text.'])
})

it('keeps scores in order', () => {
  const folded = foldNearIdentical(
    [passage(long, 0.9), passage(long, 0.8), passage('Other', 0.1), passage(long, 0.05)],
    10,
  )
  const scores = folded.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((left, right) => right - left))
  expect(new Set(scores).size).toBe(4)
})

it('keeps passages that differ in part, or are short', () => {
  const half = long.split(' ').slice(30).join(' ')
  const others = [long, `${half} and a rather different second half of about as many words`]
  expect(bodiesOf(others)).toEqual(others)
  expect(bodiesOf(['Page 1.', 'Page 2.', 'Page 1.', 'x'])).toEqual([
    'Page 1.',
    'Page 2.',
    'Page 1.',
    'x',
  ])
})

it('returns the start of the same list for a smaller limit', () => {
  const bodies = [long, `${long} more`, 'a', `${long} again`, 'b', 'c']
  for (const limit of [1, 2, 3, 4, 5, 6])
    expect(bodiesOf(bodies, limit)).toEqual(bodiesOf(bodies).slice(0, limit))
})
