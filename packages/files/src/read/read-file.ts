import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { open } from 'node:fs/promises'
import type { DocumentFormat } from '../convert/convert-text.ts'
import { shownPath } from '../convert/readable-text.ts'
import { pageOf, type Page } from './page.ts'
import { readAtMost } from './read-at-most.ts'
import { faultOf, ReplacedByLink } from './read-fault.ts'
import {
  documentBytesMax,
  illustratedBytesMax,
  type FolderOptions,
  type ReadItem,
  type ReadOptions,
} from './read-item.ts'
import { readJsonLines } from './read-json-lines.ts'
import type { FoundFile } from './walk-folder.ts'

/** Reads a file of a folder: one page, or one item per line of JSON. Never throws. */
export async function* readFile(
  file: FoundFile,
  options: ReadOptions,
): AsyncGenerator<ReadItem | Page> {
  const { format } = file
  try {
    if (format === 'json lines') yield* readLines(file, options)
    else if (isComplete(options)) yield readPage({ ...file, format }, options)
    else yield failedAt(file, undeclared)
  } catch (error) {
    yield failedAt(file, faultOf(error))
  }
}

const failedAt = ({ name }: FoundFile, reason: string): ReadItem => ({
  kind: 'failed',
  position: shownPath(name),
  bytes: 0,
  reason,
})

const isComplete = (options: ReadOptions): options is FolderOptions =>
  options.source !== null && options.allowed !== null

const undeclared =
  'a file names neither its source nor who may read it: give a source and principals'

/** Opens a found file, but not a link that has replaced it since. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Throws if a link has replaced a folder above an opened file since it was found. The flags above cover the last step of
 * the path alone.
 */
function requireFound({ path }: FoundFile, descriptor: number): void {
  const opened = openedPath(descriptor)
  if (opened === null ? !leadsTo(path, fstatSync(descriptor)) : opened !== path)
    throw new ReplacedByLink()
}

/** Where Linux has opened a file, without links; null on other systems. Unlike a path, that cannot change afterwards. */
function openedPath(descriptor: number): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return null
  }
}

/** Whether a path without links leads to an opened file. */
function leadsTo(path: string, opened: Stats): boolean {
  const found = lstatSync(path)
  return found.dev === opened.dev && found.ino === opened.ino && realpathSync.native(path) === path
}

async function* readLines(file: FoundFile, options: ReadOptions): AsyncGenerator<ReadItem> {
  const handle = await open(file.path, openFlags)
  try {
    requireFound(file, handle.fd)
    const stream = handle.createReadStream({ autoClose: false })
    yield* readJsonLines(stream, shownPath(file.name), options)
  } finally {
    await handle.close()
  }
}

/** Synchronous, because switching between threads takes several times as long as reading a page. */
function readPage(
  file: FoundFile & { readonly format: DocumentFormat },
  options: FolderOptions,
): ReadItem | Page {
  const descriptor = openSync(file.path, openFlags)
  try {
    const stats = fstatSync(descriptor)
    requireFound(file, descriptor)
    const item = { position: shownPath(file.name), bytes: stats.size }
    if (!stats.isFile()) return { ...item, kind: 'failed', reason: 'not a regular file' }
    const bytesMax = hasPictures.has(file.format) ? illustratedBytesMax : documentBytesMax
    if (stats.size > bytesMax)
      return { ...item, kind: 'failed', reason: tooLarge(stats.size, bytesMax) }
    const content = readAtMost(descriptor, { bytesMax, bytesExpected: stats.size })
    if (content === null) return { ...item, kind: 'failed', reason: grown(bytesMax) }
    // Whole milliseconds, as a browser says them: the same file is then unchanged there, too.
    const modifiedAt = new Date(Math.floor(stats.mtimeMs))
    return { ...item, kind: 'page', ...pageOf(file, content, modifiedAt, options) }
  } finally {
    closeSync(descriptor)
  }
}

/** Most of a large one are pictures or attachments, which are not read. */
const hasPictures: ReadonlySet<DocumentFormat> = new Set(['email', 'word', 'pdf'])

const grown = (bytesMax: number) =>
  `too large: it has grown to more than ${bytesMax / 1024 / 1024} MiB during the import`

/** Why a file of this size is not read. */
export const tooLarge = (bytes: number, bytesMax: number): string =>
  `too large: ${(bytes / 1024 / 1024).toFixed(1)} MiB, and at most ${bytesMax / 1024 / 1024} MiB are read of such a file`
