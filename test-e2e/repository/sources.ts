import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../packages/packed.ts'

/** The source files of all packages and apps, tests included. */
export const sources: readonly string[] = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', {
  cwd: root,
}).toSorted()

export const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** What a file imports, including what the linter does not see: relative paths and `import()`. */
export const specifiersIn = (source: string): readonly string[] =>
  [...source.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\s*\(\s*)['"]([^'"\n]+)['"]/g)].map(
    ([, specifier]) => specifier!,
  )

/** A file that imports something. */
export const sourceOf = (specifier: string): string =>
  `import { thing } from '${specifier}'\n\nexport const same = thing\n`
