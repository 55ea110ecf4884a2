import type { Ports, Stores } from '../ports/index.ts'
import { ok } from '../model/result.ts'

const batchMax = 1_000

/** Forgets something until nothing of it is left, each batch in a transaction of its own, so that no lock is held for long. */
export const pruneInBatches = (
  { transact }: Pick<Ports, 'transact'>,
  prune: (stores: Stores, countMax: number) => Promise<number>,
): Promise<number> => inBatches(async (countMax) => (await transact(async (stores) => ok(await prune(stores, countMax)))).value)

/** Prunes so many at once, until there are fewer; answers how many there were. */
export async function inBatches(prune: (countMax: number) => Promise<number>): Promise<number> {
  let pruned = 0
  for (;;) {
    const count = await prune(batchMax)
    pruned += count
    if (count < batchMax) return pruned
  }
}
