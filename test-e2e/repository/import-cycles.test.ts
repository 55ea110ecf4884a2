import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { read, sources, specifiersIn } from './sources.ts'

type Imports = ReadonlyMap<string, ReadonlySet<string>>

/** What every file imports by a relative path. */
const importsOfFiles: Imports = new Map(
  sources.map((file) => [
    file,
    new Set(
      specifiersIn(read(file))
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => join(dirname(file), specifier)),
    ),
  ]),
)

/** The folder of core that contains a file; null for entry points, tests and other packages. */
const folderOf = (file: string): string | null =>
  /^packages\/core\/src\/(?!testing\/)([\w-]+)\/.*(?<!\.test\.ts)$/.exec(file)?.[1] ?? null

/** What every folder of core imports from the others. */
function importsOfFolders(): Imports {
  const imports = new Map<string, Set<string>>()
  for (const [file, imported] of importsOfFiles) {
    const folder = folderOf(file)
    if (folder === null) continue
    const others = imports.get(folder) ?? new Set()
    for (const other of [...imported].map(folderOf))
      if (other !== null && other !== folder) others.add(other)
    imports.set(folder, others)
  }
  return imports
}

/** The files or folders in an import cycle. None if they can be ordered. */
function cycleIn(imports: Imports): readonly string[] {
  const left = new Map(imports)
  for (;;) {
    const free = [...left].filter(([, imported]) => ![...imported].some((name) => left.has(name)))
    if (free.length === 0) break
    for (const [name] of free) left.delete(name)
  }
  // Removes what only imports from a cycle.
  for (;;) {
    const unused = [...left.keys()].filter(
      (name) => ![...left.values()].some((imported) => imported.has(name)),
    )
    if (unused.length === 0) return [...left.keys()].toSorted()
    for (const name of unused) left.delete(name)
  }
}

/** The linter checks the same for files, but not for type imports. */
describe('import cycles', () => {
  it('do not exist between files of any package', () => {
    expect(importsOfFiles.size).toBeGreaterThan(1_000)
    expect(cycleIn(importsOfFiles)).toEqual([])
  })

  it('do not exist between the folders of core', () => {
    const imports = importsOfFolders()
    expect(imports.size).toBeGreaterThan(20)
    expect(cycleIn(imports)).toEqual([])
  })

  it('are found, without the files that only import from them', () => {
    const planted = new Map([
      ['a.ts', new Set(['b.ts'])],
      ['b.ts', new Set(['c.ts', 'd.ts'])],
      ['c.ts', new Set(['b.ts'])],
      ['d.ts', new Set<string>()],
    ])
    expect(cycleIn(planted)).toEqual(['b.ts', 'c.ts'])
    expect(cycleIn(new Map([...importsOfFolders(), ['identities', new Set(['chat'])]]))).toEqual([
      'chat',
      'identities',
    ])
  })
})
