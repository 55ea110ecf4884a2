const faults = new Map([
  ['EACCES', 'no permission to read it'],
  ['EPERM', 'no permission to read it'],
  ['ENOENT', 'not found'],
  ['ENOTDIR', 'not found'],
  ['REPLACED', 'a link has replaced it, or a folder above it, during the import'],
  ['ELOOP', 'a link that leads to itself'],
  ['ENAMETOOLONG', 'its path is too long for this system'],
  ['EMFILE', 'too many files are open'],
  ['EIO', 'the disk cannot read it'],
])

/** A link has replaced a file, or a folder above it, after it was found: it could lead anywhere. */
export class ReplacedByLink extends Error {
  readonly code = 'REPLACED'
}

/** Why something cannot be read, in plain words and without a path. */
export function faultOf(error: unknown): string {
  const code =
    error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown error'
  // Node.js replaces bytes that it cannot decode by U+FFFD, and then finds no such file.
  if (
    code === 'ENOENT' &&
    error instanceof Error &&
    'path' in error &&
    String(error.path).includes('\uFFFD')
  ) {
    return 'the file name is not UTF-8: rename it'
  }
  return faults.get(code) ?? `cannot be read (${code})`
}
