import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { formatOf, type Format } from './format.ts'
import { faultOf, ReplacedByLink } from './read-fault.ts'
import { shownPath } from '../convert/readable-text.ts'

/** A file to be read. `name` is its path below the root, with `/` on every system. */
export type FoundFile = {
  readonly kind: 'file'
  readonly name: string
  readonly path: string
  readonly format: Format
}
/** A file, or an entry that is left out. */
export type Found = FoundFile | LeftOut
type LeftOut = {
  readonly kind: 'skipped' | 'failed'
  readonly position: string
  readonly bytes: 0
  readonly reason: string
}

/**
 * Finds every file below a folder, sorted by name within each folder, and reports why other entries are left out. Holds only
 * the entries of the folders on the current path. `root` must be a real path.
 */
export async function* walkFolder(root: string): AsyncGenerator<Found> {
  const folders = [entriesOf(root, '')]
  for (let folder = folders.at(-1); folder !== undefined; folder = folders.at(-1)) {
    const next = await folder.next()
    if (next.done === true) folders.pop()
    else if (next.value.kind === 'folder') folders.push(entriesOf(root, next.value.name))
    else yield next.value
  }
}

type Entry = Found | { readonly kind: 'folder'; readonly name: string }

async function* entriesOf(root: string, folder: string): AsyncGenerator<Entry> {
  let entries: Dirent[]
  try {
    const path = join(root, folder)
    entries = await readdir(path, { withFileTypes: true })
    if ((await realpath(path)) !== path) throw new ReplacedByLink()
  } catch (error) {
    yield { kind: 'failed', position: shownPath(folder) || '.', bytes: 0, reason: faultOf(error) }
    return
  }
  entries.sort((left, right) => (left.name < right.name ? -1 : 1))
  const names = new Set<string>()
  for (const entry of entries) {
    const composed = entry.name.normalize('NFC')
    const isTaken = names.has(composed)
    names.add(composed)
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    const found = isTaken ? sameName : await classify(root, name, entry).catch(failed)
    yield 'reason' in found ? { ...found, position: shownPath(name), bytes: 0 } : found
  }
}

type Reason = { readonly kind: 'skipped' | 'failed'; readonly reason: string }

const skipped = (reason: string): Reason => ({ kind: 'skipped', reason })
const failed = (error: unknown): Reason => ({ kind: 'failed', reason: faultOf(error) })

/** Both would be one document, and each import would replace one by the other. */
const sameName: Reason = {
  kind: 'failed',
  reason:
    'its name differs from that of another file or folder only in how its characters are composed: rename it',
}

/** Why a file or folder of this name is left out, with its content; null if it is not. */
export function leftOut(name: string): 'hidden' | 'installed packages' | null {
  if (name.startsWith('.')) return 'hidden'
  return name === 'node_modules' ? 'installed packages' : null
}

async function classify(
  root: string,
  name: string,
  entry: Dirent,
): Promise<Exclude<Entry, LeftOut> | Reason> {
  const reason = leftOut(entry.name)
  if (reason !== null) return skipped(reason)
  if (entry.isDirectory()) return { kind: 'folder', name }
  let path = join(root, name)
  if (entry.isSymbolicLink()) {
    // Reads the real target, so that no link on the path can change.
    path = await realpath(path)
    const target = relative(root, path)
    const steps = target.split(sep)
    if (isAbsolute(target) || steps[0] === '..') return skipped('a link that leaves the folder')
    if (steps.some((step) => leftOut(step) !== null)) return skipped('a link to a hidden file')
    const stats = await stat(path)
    if (stats.isDirectory()) return skipped('a link to a folder')
    if (!stats.isFile()) return skipped('not a regular file')
  } else if (!entry.isFile()) {
    return skipped('not a regular file')
  }
  const format = formatOf(name)
  return 'reason' in format
    ? skipped(format.reason)
    : { kind: 'file', name, path, format: format.format }
}
