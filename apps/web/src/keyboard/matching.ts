/** Without case and accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** The items whose name has every word of a text; those that start with it come first. */
export function matching<Item extends { readonly name: string }>(
  text: string,
  items: readonly Item[],
): readonly Item[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  const found = items.filter(({ name }) => words.every((word) => plain(name).includes(word)))
  const isFirst = ({ name }: Item) => plain(name).startsWith(words[0]!)
  return [...found.filter(isFirst), ...found.filter((item) => !isFirst(item))]
}
