import type { Outcome, Reason } from './outcome.ts'

/** A file with its path below the chosen folder. */
export type ChosenFile = { readonly path: string; readonly file: File }

/** What was found below a chosen folder. `file` is null if the browser could not read it, or a folder is left out. */
export type Found = { readonly path: string; readonly file: File | null }

/** The files to send, and what is left out without asking the server. */
export type Choice = {
  readonly files: readonly ChosenFile[]
  readonly leftOut: readonly Outcome[]
}

const fileBytesMax = 8 * 1024 * 1024
const extensions = /\.(?:md|markdown|mdx|html?|te?xt|rst|adoc|csv|tsv|eml|docx|pdf)$/

/** Why the server leaves out a file or folder of this name; null if it does not. */
export function reasonOfName(name: string): Reason | null {
  if (name.startsWith('.')) return 'hidden'
  return name === 'node_modules' ? 'installed_packages' : null
}

/**
 * Leaves out what the server would refuse by its name or size, so that it need not be sent. Of files whose paths differ only
 * in how characters are composed, it keeps the first: all would be one document.
 */
export function choose(found: readonly Found[]): Choice {
  const files = new Map<string, ChosenFile>()
  const leftOut = new Map<string, Outcome>()
  for (const { path, file } of found.toSorted(byPath)) {
    const steps = path.split('/')
    const at = steps.findIndex((step) => reasonOfName(step) !== null)
    const hidden = at === -1 ? null : steps.slice(0, at + 1).join('/')
    const leaveOut = (place: string, verdict: 'skipped' | 'invalid', reason: Reason | null) =>
      leftOut.set(place, { path: place, verdict, reason })
    if (hidden !== null) leaveOut(hidden, 'skipped', reasonOfName(steps[at] ?? ''))
    else if (file === null) leaveOut(path, 'invalid', 'unreadable')
    else if (!extensions.test(path.toLowerCase())) leaveOut(path, 'skipped', 'unsupported_format')
    else if (file.size > fileBytesMax) leaveOut(path, 'invalid', 'too_large')
    else if ((files.get(path.normalize('NFC'))?.path ?? path) !== path)
      leaveOut(path, 'invalid', 'same_name')
    else files.set(path.normalize('NFC'), { path, file })
  }
  return {
    files: [...files.values()],
    leftOut: [...leftOut.values()].toSorted(byPath),
  }
}

const byPath = (left: { readonly path: string }, right: { readonly path: string }): number =>
  left.path < right.path ? -1 : 1

/** Files that were chosen in a dialog of the browser; of a folder, below that folder. */
export const chosenInDialog = (files: Iterable<File>): readonly Found[] =>
  Array.from(files, (file) => ({
    path: file.webkitRelativePath === '' ? file.name : belowFirst(file.webkitRelativePath),
    file,
  }))

const belowFirst = (path: string): string => path.slice(path.indexOf('/') + 1)

/** Everything that was dropped. A folder that was dropped alone is the chosen folder. */
export async function chosenByDrop(items: DataTransferItemList): Promise<readonly Found[]> {
  // After the first pause, the browser no longer says what was dropped.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter(
    (entry) => entry !== null,
  )
  const [first] = entries
  if (entries.length === 1 && first !== undefined && isFolder(first)) return filesBelow(first, '')
  return (await Promise.all(entries.map((entry) => foundAt(entry, entry.name)))).flat()
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

async function foundAt(entry: FileSystemEntry, path: string): Promise<readonly Found[]> {
  if (reasonOfName(entry.name) !== null) return [{ path, file: null }]
  if (isFolder(entry)) return filesBelow(entry, `${path}/`)
  if (!isFile(entry)) return []
  return [
    {
      path,
      file: await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null))),
    },
  ]
}

/** Reads one folder after the other: a browser returns a part of its entries at a time. */
async function filesBelow(
  folder: FileSystemDirectoryEntry,
  place: string,
): Promise<readonly Found[]> {
  const reader = folder.createReader()
  const found: Found[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[] | null>((resolve) =>
      reader.readEntries(resolve, () => resolve(null)),
    )
    if (part === null)
      return [...found, { path: place.replace(/\/$/, '') || folder.name, file: null }]
    if (part.length === 0) return found
    for (const entry of part) found.push(...(await foundAt(entry, place + entry.name)))
  }
}
