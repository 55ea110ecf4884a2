import { useCallback, useState } from 'react'

/** The rows that a person has selected, also those of other pages. */
export type Selection<Item> = {
  readonly items: readonly Item[]
  readonly has: (item: Item) => boolean
  /** Stays the same function, so that rows are not drawn again. */
  readonly toggle: (items: readonly Item[], isSelected: boolean) => void
  readonly keep: (items: readonly Item[]) => void
}

export function useSelection<Item extends { readonly id: string }>(): Selection<Item> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Item>>(new Map())
  const toggle = useCallback(
    (items: readonly Item[], isSelected: boolean) =>
      setSelected((before) => {
        const next = new Map(before)
        for (const item of items) {
          if (isSelected) next.set(item.id, item)
          else next.delete(item.id)
        }
        return next
      }),
    [],
  )
  return {
    items: [...selected.values()],
    has: ({ id }) => selected.has(id),
    toggle,
    keep: (items) => setSelected(new Map(items.map((item) => [item.id, item]))),
  }
}
