import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** An empty folder for each test, and the command line that imports it. */
export function testFolder() {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ken-import-'))
  })
  afterEach(() => rm(folder, { recursive: true }))
  const at = (...names: readonly string[]): string => join(folder, ...names)
  return {
    /** The path of the folder, or of a file in it. */
    at,
    write: (name: string, text = `# ${name}\n\nWords.`): Promise<void> => writeFile(at(name), text),
    argvOf: (...more: readonly string[]): readonly string[] =>
      ['import', folder, '--source', 'wiki', '--allow', 'everyone'].concat(more),
  }
}
