import type { Page, PageWanted } from '@ken/core'

const pageLength = 100

/** Every item of a list that is read page by page. */
export async function everyPage<Item, Position>(
  read: (page: PageWanted<Position>) => Promise<Page<Item, Position>>,
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
