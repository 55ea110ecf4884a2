import { useState } from 'react'

/** The rows that a person has selected, by key, also those of other pages. */
export type Selection<Item> = {
  readonly items: readonly Item[]
  readonly has: (item: Item) => boolean
  readonly toggle: (items: readonly Item[], isSelected: boolean) => void
  readonly keep: (items: readonly Item[]) => void
}

export function useSelection<Item>(keyOf: (item: Item) => string): Selection<Item> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Item>>(new Map())
  const keep = (items: readonly Item[]) =>
    setSelected(new Map(items.map((item) => [keyOf(item), item])))
  return {
    items: [...selected.values()],
    has: (item) => selected.has(keyOf(item)),
    toggle: (items, isSelected) => {
      const next = new Map(selected)
      for (const item of items) {
        if (isSelected) next.set(keyOf(item), item)
        else next.delete(keyOf(item))
      }
      setSelected(next)
    },
    keep,
  }
}
