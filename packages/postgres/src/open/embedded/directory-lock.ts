import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A held lock; `release` releases it. */
export type DirectoryLock = { readonly release: () => void }

/** Keeps locks from being garbage-collected, which would release them. */
const held = new Set<DatabaseSync>()

const sqliteBusy = 5
const sqliteReadOnly = 8
const sqliteCannotOpen = 14
/** SQLite opens no file with a longer path. */
const pathBytesMax = 500

/**
 * Locks a directory for this process; returns null if another process holds it. The kernel holds
 * the lock on an open SQLite file, so it ends with the process even after a crash, and no stale
 * process id can keep it. This process must not open the file otherwise: closing any handle of a
 * file releases all POSIX locks of the process on it. Throws an error with advice if the file
 * cannot be used.
 */
export function lockDirectory(directory: string): DirectoryLock | null {
  const path = join(directory, 'lock')
  let file: DatabaseSync | null = null
  try {
    file = new DatabaseSync(path, { timeout: 0 })
    // A file that this user may only read opens too, and then begins without an exclusive lock. Only a write fails.
    file.exec('pragma journal_mode = memory; begin exclusive; pragma user_version = 1')
  } catch (error) {
    file?.close()
    const code = error instanceof Error && 'errcode' in error ? error.errcode : null
    if (code === sqliteBusy) return null
    if (code !== sqliteReadOnly && code !== sqliteCannotOpen) throw error
    throw new Error(hint(directory, path), { cause: error })
  }
  const lock = file
  held.add(lock)
  return {
    release: () => {
      if (held.delete(lock)) lock.close()
    },
  }
}

function hint(directory: string, path: string): string {
  if (Buffer.byteLength(path) > pathBytesMax)
    return `The path of the data directory ${directory} is too long. Set KEN_DATA_DIR to a path of at most ${pathBytesMax - '/lock'.length} bytes.`
  const fault = `The file ${path} cannot be written, so Ken cannot make sure that only one process opens the database.`
  return isReadOnly(directory)
    ? `${fault} Its file system is read-only. Allow writing to it, also in the options of a container's volume.`
    : `${fault} Give all files in the data directory to the user that Ken runs as: chown -R USER ${directory}`
}

/** Whether a directory is on a read-only file system, where its owner does not matter. */
function isReadOnly(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS'
  }
}
