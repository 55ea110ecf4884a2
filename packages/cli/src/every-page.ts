import type { Page, PageRequest } from '@ken/core'

const pageLength = 1000

/** All items of a list with pages. */
export async function everyPage<Item, Position>(
  read: (page: PageRequest<Position>) => Promise<Page<Item, Position>>,
): Promise<readonly Item[]> {
  const items: Item[] = []
  let after: Position | null = null
  do {
    const page: Page<Item, Position> = await read({ after, limit: pageLength })
    items.push(...page.items)
    after = page.next
  } while (after !== null)
  return items
}
