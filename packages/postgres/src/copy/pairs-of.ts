import { recordsOfMigrations } from './require-empty-target.ts'
import type { CopiedTable } from './tables-of.ts'

/** A table of the source, and the one that its rows go to. */
export type Pair = { readonly from: CopiedTable; readonly to: CopiedTable }

/** Exists only where the database has the extension for vectors. */
const vectors = 'ken.chunk_embeddings'

/**
 * The tables whose rows are copied, each after those that it refers to, and the table of vectors if the target has none.
 * Throws if the target lacks another table or a column: its rows would be lost.
 */
export function pairsOf(
  source: readonly CopiedTable[],
  target: readonly CopiedTable[],
  kept: readonly string[],
): { readonly pairs: readonly Pair[]; readonly vectorsLeft: CopiedTable | null } {
  const left = new Set([...recordsOfMigrations, ...kept])
  const wanted = source.filter(({ key }) => !left.has(key))
  const pairs = target.flatMap((to): readonly Pair[] => {
    const from = wanted.find(({ key }) => key === to.key)
    return from === undefined ? [] : [{ from, to }]
  })
  const lacking = wanted.filter((table) => !pairs.some(({ from }) => from === table))
  for (const { name } of lacking.filter(({ key }) => key !== vectors))
    throw new Error(`The database to copy to has no table ${name}. Nothing was copied.`)
  for (const { from, to } of pairs)
    if (from.columns.some(({ name }) => !to.columns.some((column) => column.name === name)))
      throw new Error(`The table ${to.name} to copy to has other columns. Nothing was copied.`)
  return { pairs, vectorsLeft: lacking[0] ?? null }
}
