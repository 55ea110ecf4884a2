import { expect, it } from 'vitest'
import { pages, queries, twins } from './collection.ts'
import { gainOf, hasRepeats } from './gain.ts'

const query = (grades: { readonly [externalId: string]: number }) => ({
  group: 'short',
  text: '',
  grades: new Map(Object.entries(grades)),
})

it('is 1 for the best order, and less for any other', () => {
  const asked = query({ a: 3, b: 2, c: 1 })
  expect(gainOf(['a', 'b', 'c'], asked)).toBe(1)
  expect(gainOf(['b', 'a', 'c'], asked)).toBeLessThan(1)
  expect(gainOf(['x', 'y'], asked)).toBe(0)
})

it('counts only the first of almost equal pages', () => {
  const asked = query({ failover: 3, 'failover-copy': 3, keys: 1 })
  expect(gainOf(['failover-copy', 'keys'], asked)).toBe(1)
  expect(gainOf(['failover', 'failover-copy', 'keys'], asked)).toBeLessThan(1)
})

it('sees pages with almost the same text', () => {
  expect(hasRepeats(['failover', 'keys', 'failover-copy'])).toBe(true)
  expect(hasRepeats(['failover', 'keys', 'vacation'])).toBe(false)
})

it('has a page for every graded id, each id once', () => {
  const ids = pages.map(({ externalId }) => externalId)
  expect(new Set(ids).size).toBe(ids.length)
  const graded = [...queries.flatMap(({ grades }) => [...grades.keys()]), ...twins.flat()]
  expect(graded.filter((id) => !ids.includes(id))).toEqual([])
  expect(queries.length).toBeGreaterThanOrEqual(150)
})
