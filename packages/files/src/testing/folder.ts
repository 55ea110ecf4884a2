import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { readFolder, type FolderOptions, type ReadItem } from '../index.ts'

export const folderOptions: FolderOptions = {
  source: 'wiki',
  allowed: ['everyone'],
  urlBase: null,
}

/** An empty folder for each test. */
export function testFolder() {
  let root = ''
  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'ken-files-')))
  })
  afterEach(() => rm(root, { recursive: true }))
  return {
    /** The path of a file or folder in it. */
    at: (...names: readonly string[]): string => join(root, ...names),
    write: async (files: { readonly [name: string]: string | Uint8Array }): Promise<void> => {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(join(root, dirname(name)), { recursive: true })
        await writeFile(join(root, name), content)
      }
    },
    read: (given: Partial<FolderOptions> = {}): Promise<readonly ReadItem[]> =>
      Array.fromAsync(readFolder(root, { ...folderOptions, ...given })),
  }
}

/** The position of each document, and why each other item is none. */
export const shown = (items: readonly ReadItem[]): readonly string[] =>
  items.map((item) =>
    item.kind === 'document' ? item.position : `${item.position}: ${item.kind}, ${item.reason}`,
  )

export const documentsOf = (items: readonly ReadItem[]) =>
  items.flatMap((item) => (item.kind === 'document' ? [item.document] : []))
