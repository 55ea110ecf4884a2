import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A held lock; `release` gives it back. */
export type DirectoryLock = { readonly release: () => void }

/** A lock whose object is collected is given back: these never are. */
const held = new Set<DatabaseSync>()

const sqliteBusy = 5

/**
 * Takes a directory for this process, or answers null when another process has it. The kernel holds the
 * lock for an open SQLite file, so it ends with the process however that dies, and no number of a dead
 * process is ever mistaken for a living one. The file must not be opened otherwise by the process that
 * holds it: closing any handle of a file gives all of a process's POSIX locks on it back.
 */
export function lockDirectory(directory: string): DirectoryLock | null {
  const file = new DatabaseSync(join(directory, 'lock'), { timeout: 0 })
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null
    throw error
  }
  held.add(file)
  return {
    release: () => {
      if (held.delete(file)) file.close()
    },
  }
}
