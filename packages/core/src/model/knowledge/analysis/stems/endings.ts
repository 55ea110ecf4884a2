/** Endings of words, what replaces each of them, and how many letters must remain before it. */
export type Endings = {
  readonly replacements: ReadonlyMap<string, string>
  readonly lengthMax: number
  readonly remainderMin: number
}

/** Parses endings separated by blanks: `s` is removed, `aux=al` is replaced. */
export function endingsOf(remainderMin: number, list: string): Endings {
  const replacements = new Map(
    list
      .trim()
      .split(/\s+/)
      .map((entry) => {
        const [ending = '', replacement = ''] = entry.split('=')
        return [ending, replacement]
      }),
  )
  const lengthMax = Math.max(...[...replacements.keys()].map(({ length }) => length))
  return { replacements, lengthMax, remainderMin }
}

/** Replaces the longest of the endings that a word has, once. */
export function replaceEnding(word: string, { replacements, lengthMax, remainderMin }: Endings) {
  for (let length = Math.min(lengthMax, word.length - remainderMin); length > 0; length -= 1) {
    const replacement = replacements.get(word.slice(-length))
    if (replacement !== undefined) return word.slice(0, -length) + replacement
  }
  return word
}
