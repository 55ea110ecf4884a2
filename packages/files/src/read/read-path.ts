import { realpath, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { formatOf } from './format.ts'
import { convertPage, type Page } from './page.ts'
import { readFile } from './read-file.ts'
import { faultOf } from './read-fault.ts'
import type { FolderOptions, ReadItem, ReadOptions } from './read-item.ts'
import { walkFolder, type Found } from './walk-folder.ts'

/** The kind of a path: a folder, a file that is one document, or a file of documents; null for any other. */
export async function pathKind(path: string): Promise<'folder' | 'document' | 'json lines' | null> {
  const stats = await stat(path).catch(() => null)
  if (stats?.isDirectory() === true) return 'folder'
  const format = formatOf(path)
  if (stats?.isFile() !== true || 'reason' in format) return null
  return format.format === 'json lines' ? 'json lines' : 'document'
}

/**
 * Reads a folder, a file of documents (`.jsonl`, `.ndjson`) or a single document, one file at a time and sorted by name.
 * A file that cannot be read is an item too, and so is an unreadable path. Leaves pages for `convertPage`, so that pages
 * that are known by their fingerprint need not be converted. Never throws.
 */
export async function* readUnconverted(
  path: string,
  options: ReadOptions,
): AsyncGenerator<ReadItem | Page> {
  for await (const found of findFiles(path)) {
    if (found.kind === 'file') yield* readFile(found, options)
    else yield found
  }
}

/** Reads a path like `readUnconverted` and converts its pages. Never throws. */
export async function* readPath(path: string, options: ReadOptions): AsyncGenerator<ReadItem> {
  for await (const item of readUnconverted(path, options))
    yield item.kind === 'page' ? await convertPage(item) : item
}

/** `readPath` for a folder: its files need a source and principals. */
export const readFolder = (path: string, options: FolderOptions): AsyncGenerator<ReadItem> =>
  readPath(path, options)

/** Counts what `readPath` will read, as the total of a progress display. Unreadable files do not count. */
export async function countFiles(
  path: string,
): Promise<{ readonly files: number; readonly bytes: number }> {
  let [files, bytes] = [0, 0]
  for await (const found of findFiles(path)) {
    const stats = found.kind === 'file' ? await stat(found.path).catch(() => null) : null
    if (stats === null) continue
    files += 1
    bytes += stats.size
  }
  return { files, bytes }
}

async function* findFiles(path: string): AsyncGenerator<Found> {
  const name = basename(path)
  const leftOut = (kind: 'skipped' | 'failed', reason: string) =>
    ({ kind, position: name, bytes: 0, reason }) as const
  try {
    const real = await realpath(path)
    const stats = await stat(real)
    const format = formatOf(name)
    if (stats.isDirectory()) yield* walkFolder(real)
    else if ('reason' in format) yield leftOut('skipped', format.reason)
    else if (!stats.isFile()) yield leftOut('failed', 'not a regular file')
    else yield { kind: 'file', name, path: real, format: format.format }
  } catch (error) {
    yield leftOut('failed', faultOf(error))
  }
}
