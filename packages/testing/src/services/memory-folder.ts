import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const sharedMemory = '/dev/shm'
/** Several times what the tests keep there at a time. */
const freeBytesMin = 8 * 1024 ** 3

/**
 * A new folder in memory for the temporary files of a run, or null if the system has none, or too little memory. Tests
 * create hundreds of databases. Each takes 150 ms to 300 ms of the system's time on a disk, and 30 ms to 45 ms in memory.
 */
export function memoryFolder(): { readonly path: string; readonly remove: () => void } | null {
  if (!hasPrograms(sharedMemory) || freemem() < freeBytesMin) return null
  const { bavail, bsize } = statfsSync(sharedMemory)
  if (bavail * bsize < freeBytesMin) return null
  const path = mkdtempSync(join(sharedMemory, 'ken-tests-'))
  // PostgreSQL, which runs as another user, enters it.
  chmodSync(path, 0o1777)
  const remove = () => rmSync(path, { recursive: true, force: true })
  // Also of a run that fails at its start, or is interrupted.
  process.once('exit', remove)
  return { path, remove }
}

/** Whether a file system is mounted there that this user may write to, and that may contain programs. */
function hasPrograms(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const options = mounts.map((line) => line.split(' ')).find(([, point]) => point === folder)?.[3]
    return options !== undefined && !options.split(',').includes('noexec')
  } catch {
    return false
  }
}
