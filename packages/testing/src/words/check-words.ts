import { wordFinder } from './find-words.ts'
import { readWordTable, tableHeading } from './word-table.ts'

/** The glossary, and the content of every file to check by its path. */
export type CheckedFiles = {
  readonly glossary: string
  readonly files: ReadonlyMap<string, string>
}

const glossaryPath = 'docs/glossary.md'

/** One line for each phrase to avoid, in a path (line 0) or in a text. */
export function checkWords({ glossary, files }: CheckedFiles): readonly string[] {
  const find = wordFinder(readWordTable(glossary))
  return [...files].flatMap(([path, content]) => {
    const text = path === glossaryPath ? (content.split(tableHeading)[0] ?? '') : content
    const inPath = find(path).map((hit) => ({ ...hit, line: 0 }))
    return [...inPath, ...find(text)].map(
      ({ line, phrase, instead }) => `${path}:${line} "${phrase}": write ${instead}`,
    )
  })
}
