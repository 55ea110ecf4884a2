import type { Stores, Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'

const batchMax = 1_000

/** Prunes until nothing is left, each batch in its own transaction, so that no lock is held for long. Returns the number of pruned rows. */
export const pruneInBatches = <Used extends keyof Stores>(
  { transact }: Transacts<Used>,
  prune: (stores: Pick<Stores, Used>, countMax: number) => Promise<number>,
): Promise<number> =>
  inBatches(
    async (countMax) => (await transact(async (stores) => ok(await prune(stores, countMax)))).value,
  )

/** Prunes in batches until one is not full, and returns the number of pruned rows. */
export async function inBatches(prune: (countMax: number) => Promise<number>): Promise<number> {
  let pruned = 0
  for (;;) {
    const count = await prune(batchMax)
    pruned += count
    if (count < batchMax) return pruned
  }
}
