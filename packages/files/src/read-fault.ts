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
  return faults.get(code) ?? `cannot be read (${code})`
}
