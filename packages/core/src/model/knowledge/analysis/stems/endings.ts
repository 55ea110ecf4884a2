/** Endings of words, what replaces each of them, and how many letters must remain before it. */
export type Endings = {
  /** By the last letter of the ending; longer ones first. */
  readonly replacements: ReadonlyMap<string, readonly Ending[]>
  readonly remainderMin: number
}
export type Ending = { readonly ending: string; readonly replacement: string }

/** Parses endings separated by blanks: `s` is removed, `aux=al` is replaced. */
export function endingsOf(remainderMin: number, list: string): Endings {
  const all = list
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [ending = '', replacement = ''] = entry.split('=')
      return { ending, replacement }
    })
    .toSorted((left, right) => right.ending.length - left.ending.length)
  return { replacements: Map.groupBy(all, ({ ending }) => ending.at(-1)!), remainderMin }
}

/** The longest of the endings that a word has. */
export function endingOf(
  word: string,
  { replacements, remainderMin }: Endings,
): Ending | undefined {
  return replacements
    .get(word.charAt(word.length - 1))
    ?.find(({ ending }) => word.length >= ending.length + remainderMin && word.endsWith(ending))
}

/** Replaces the longest of the endings that a word has, once. */
export function replaceEnding(word: string, endings: Endings): string {
  const found = endingOf(word, endings)
  return found === undefined ? word : word.slice(0, -found.ending.length) + found.replacement
}
