import { expect, it } from 'vitest'
import { randomPool } from './random-pool.ts'

it('returns values of the given length and never the same one, across several draws', () => {
  const nextValue = randomPool(16)
  const values = Array.from({ length: 1_000 }, nextValue)
  expect(values.filter((value) => !/^[\w-]{21}[AQgw]$/.test(value))).toEqual([])
  expect(new Set(values).size).toBe(1_000)
})
