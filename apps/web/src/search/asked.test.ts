import { describe, expect, it } from 'vitest'
import { askedOf, hashOf } from './asked.ts'

describe('the fragment of a search', () => {
  it('keeps any query and any sources', () => {
    for (const query of ['vpn', 'a&b=c #d', '100 % + ä', '“quoted”'])
      expect(askedOf(`#${hashOf({ query, sources: ['wiki', 'a&b'] })}`)).toEqual({
        query,
        sources: ['a&b', 'wiki'],
      })
  })

  it('is empty without a query', () => {
    expect(hashOf({ query: '', sources: ['wiki'] })).toBe('')
    expect(askedOf('')).toEqual({ query: '', sources: [] })
    expect(askedOf('#content')).toEqual({ query: '', sources: [] })
  })
})
