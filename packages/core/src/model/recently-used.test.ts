import { expect, it } from 'vitest'
import { recentlyUsed } from './recently-used.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

it('keeps the entries that were used last', () => {
  const squares = recentlyUsed<number, number>(10)
  for (const number of numbers(1_000)) {
    squares.set(number, number ** 2)
    const recent = [0, ...numbers(8).map((age) => Math.max(0, number - age))]
    expect(recent.map((each) => squares.get(each))).toEqual(recent.map((each) => each ** 2))
  }
})

it('keeps at most twice as many', () => {
  const squares = recentlyUsed<number, number>(10)
  for (const number of numbers(1_000)) squares.set(number, number ** 2)
  expect(numbers(1_000).filter((number) => squares.get(number) !== undefined).length).toBeLessThan(
    21,
  )
})
