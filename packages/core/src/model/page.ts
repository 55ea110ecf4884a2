/** A part of a long list. `next` is null on the last page. */
export type Page<Item, Position> = {
  readonly items: readonly Item[]
  readonly next: Position | null
}

/** Asks for at most `limit` items after a position, or from the start. */
export type PageRequest<Position> = { readonly after: Position | null; readonly limit: number }

/** The page from a list that was read with one extra item. */
export function pageOf<Item, Position>(
  read: readonly Item[],
  limit: number,
  positionOf: (item: Item) => Position,
): Page<Item, Position> {
  const items = read.slice(0, limit)
  const last = items.at(-1)
  return { items, next: read.length > limit && last !== undefined ? positionOf(last) : null }
}
