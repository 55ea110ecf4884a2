/** A part of a long list, and where the next one begins: null behind the last. */
export type Page<Item, Position> = { readonly items: readonly Item[]; readonly next: Position | null }

/** What is wanted of a list: at most `limit` items behind a position, or from the beginning. */
export type PageWanted<Position> = { readonly after: Position | null; readonly limit: number }

/** The page that begins a list of which one item more than wanted was read, as far as there is one. */
export function pageOf<Item, Position>(
  read: readonly Item[],
  limit: number,
  positionOf: (item: Item) => Position,
): Page<Item, Position> {
  const items = read.slice(0, limit)
  const last = items.at(-1)
  return { items, next: read.length > limit && last !== undefined ? positionOf(last) : null }
}
