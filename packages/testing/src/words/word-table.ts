/** A phrase that the glossary replaces: what to write instead, and where the phrase is allowed. */
export type WordRule = {
  readonly phrase: string
  readonly instead: string
  readonly allowed: readonly string[]
}

/** The heading of the table in the glossary. */
export const tableHeading = '## Words to avoid'

const quoted = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => phrase)

/** Reads the rows "| `phrase`, `phrase` | what to write | except in `phrase` |" below the heading. */
export function readWordTable(glossary: string): readonly WordRule[] {
  const [, table = ''] = glossary.split(tableHeading)
  return table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => {
      const [, phrases = '', instead = '', allowed = ''] = line.split('|')
      return quoted(phrases).map((phrase) => ({
        phrase,
        instead: instead.trim(),
        allowed: quoted(allowed),
      }))
    })
}
