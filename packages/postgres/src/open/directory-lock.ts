import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A held lock; `release` releases it. */
export type DirectoryLock = { readonly release: () => void }

/** Keeps locks from being garbage-collected, which would release them. */
const held = new Set<DatabaseSync>()

const sqliteBusy = 5

/**
 * Locks a directory for this process; returns null if another process holds it. The kernel holds
 * the lock on an open SQLite file, so it ends with the process even after a crash, and no stale
 * process id can keep it. This process must not open the file otherwise: closing any handle of a
 * file releases all POSIX locks of the process on it.
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
