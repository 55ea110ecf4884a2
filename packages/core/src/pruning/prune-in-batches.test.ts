import { expect, it } from 'vitest'
import { inBatches } from './prune-in-batches.ts'

it.for([
  { rows: 0, calls: 1 },
  { rows: 999, calls: 1 },
  { rows: 1_000, calls: 2 },
  { rows: 2_500, calls: 3 },
])('prunes $rows rows in $calls batches, and returns their number', async ({ rows, calls }) => {
  let left = rows
  let called = 0
  const pruned = await inBatches(async (countMax) => {
    called += 1
    const count = Math.min(left, countMax)
    left -= count
    return count
  })
  expect({ pruned, left, called }).toEqual({ pruned: rows, left: 0, called: calls })
})
