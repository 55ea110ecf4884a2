import { expect, it } from 'vitest'
import { pageOf } from './page.ts'

const positionOf = (item: string) => `behind ${item}`

it('continues after the last item of a page, and not after the last page', () => {
  expect(pageOf(['a', 'b', 'c'], 2, positionOf)).toEqual({ items: ['a', 'b'], next: 'behind b' })
  expect(pageOf(['a', 'b'], 2, positionOf)).toEqual({ items: ['a', 'b'], next: null })
  expect(pageOf([], 2, positionOf)).toEqual({ items: [], next: null })
})
