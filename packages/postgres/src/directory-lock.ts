import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A held lock; `release` gives it back. */
export type DirectoryLock = { readonly release: () => void }

/**
 * Takes a directory for this process, or answers null when another process has it. The kernel holds the
 * lock for an open SQLite file, so it ends with the process however that dies, and no number of a dead
 * process is ever mistaken for a living one.
 */
export function lockDirectory(directory: string): DirectoryLock | null {
  const file = new DatabaseSync(join(directory, 'lock'))
  try {
    file.exec('begin exclusive')
    return { release: () => file.close() }
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null
    throw error
  }
}

const sqliteBusy = 5
