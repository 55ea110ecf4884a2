const faults = new Map([
  ['EACCES', 'no permission to read it'],
  ['EPERM', 'no permission to read it'],
  ['ENOENT', 'nothing is there'],
  ['ENOTDIR', 'nothing is there'],
  ['ELOOP', 'a link that leads in a circle'],
  ['ENAMETOOLONG', 'its path is too long for this system'],
  ['EMFILE', 'too many files are open'],
  ['EIO', 'the disk cannot read it'],
])

/** Says in plain words why something cannot be read; names no path. */
export function faultOf(error: unknown): string {
  const code = error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown error'
  // Node.js puts U+FFFD for what it cannot decode, and then finds nothing under that name.
  if (code === 'ENOENT' && error instanceof Error && 'path' in error && String(error.path).includes('\uFFFD')) {
    return 'the file name is not UTF-8: rename it'
  }
  return faults.get(code) ?? `cannot be read (${code})`
}
