import { constants, type Stats } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { convertHtml } from '../convert/convert-html.ts'
import { convertMarkdown } from '../convert/convert-markdown.ts'
import { convertPlainText } from '../convert/convert-plain-text.ts'
import type { Converted } from '../convert/converted.ts'
import { decodeText, type Decoded } from './decode-text.ts'
import { faultOf } from './read-fault.ts'
import {
  documentBytesMax,
  type FolderOptions,
  type ReadItem,
  type ReadOptions,
} from './read-item.ts'
import { readJsonLines } from './read-json-lines.ts'
import { shownPath, titleFromName } from '../convert/readable-text.ts'
import type { FoundFile } from './walk-folder.ts'

const converters = { markdown: convertMarkdown, html: convertHtml, 'plain text': convertPlainText }

/** Reads a file of a folder: one item, or one per line of JSON. Never throws. */
export async function* readFile(file: FoundFile, options: ReadOptions): AsyncGenerator<ReadItem> {
  const position = shownPath(file.name)
  let handle: FileHandle
  try {
    handle = await openFile(file.path)
  } catch (error) {
    yield { kind: 'failed', position, bytes: 0, reason: faultOf(error) }
    return
  }
  try {
    if (file.format === 'json lines')
      yield* readJsonLines(handle.createReadStream({ autoClose: false }), position, options)
    else if (!isComplete(options)) yield { kind: 'failed', position, bytes: 0, reason: undeclared }
    else yield await readDocument(handle, file, converters[file.format], options)
  } catch (error) {
    yield { kind: 'failed', position, bytes: 0, reason: faultOf(error) }
  } finally {
    await handle.close()
  }
}

const isComplete = (options: ReadOptions): options is FolderOptions =>
  options.source !== null && options.allowed !== null

const undeclared =
  'a file names neither its source nor who may read it: give a source and principals'

/** Opens a found file, but not a link that has replaced it since. */
const openFile = (path: string): Promise<FileHandle> =>
  open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))

async function readDocument(
  handle: FileHandle,
  file: FoundFile,
  convert: (text: string) => Converted,
  options: FolderOptions,
): Promise<ReadItem> {
  const stats = await handle.stat()
  const item = { position: shownPath(file.name), bytes: stats.size }
  const decoded = await readText(handle, stats)
  if ('fault' in decoded) return { ...item, kind: 'failed', reason: decoded.fault }
  if (decoded.text.trim() === '') return { ...item, kind: 'skipped', reason: 'empty' }
  const { title, url, updatedAt, body } = convert(decoded.text)
  const document = {
    source: options.source,
    externalId: file.name.normalize('NFC'),
    title: title ?? titleFromName(file.name, options.source),
    url: url ?? urlOf(file, options.urlBase),
    body,
    allowed: options.allowed,
    updatedAt: updatedAt ?? stats.mtime,
  }
  return { ...item, kind: 'document', document }
}

async function readText(handle: FileHandle, stats: Stats): Promise<Decoded> {
  if (!stats.isFile()) return { fault: 'not a regular file' }
  if (stats.size > documentBytesMax) {
    const mebibytes = (stats.size / 1024 / 1024).toFixed(1)
    return {
      fault: `too large: ${mebibytes} MiB, and at most ${documentBytesMax / 1024 / 1024} MiB are read of a file`,
    }
  }
  return decodeText(await handle.readFile())
}

function urlOf(file: FoundFile, base: string | null): string | null {
  if (base === null) return null
  const path = file.name.toWellFormed().split('/').map(encodeURIComponent).join('/')
  return base.endsWith('/') ? base + path : `${base}/${path}`
}
