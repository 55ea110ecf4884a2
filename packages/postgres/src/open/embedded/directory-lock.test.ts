import fs, { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { lockDirectory } from './directory-lock.ts'

const scratch = mkdtempSync(join(tmpdir(), 'ken-'))
chmodSync(scratch, 0o711)
afterAll(() => rmSync(scratch, { recursive: true }))

function emptyDirectory(name: string): string {
  const directory = join(scratch, name)
  mkdirSync(directory, { recursive: true })
  return directory
}

/** The superuser may write to every file. */
function asOrdinaryUser<T>(work: () => T): T {
  if (process.getuid?.() !== 0) return work()
  process.seteuid!(65_534)
  try {
    return work()
  } finally {
    process.seteuid!(0)
  }
}

it('locks a directory once, and again after its release', () => {
  const directory = emptyDirectory('free')
  const lock = lockDirectory(directory)
  expect(lock).not.toBeNull()
  expect(lockDirectory(directory)).toBeNull()
  lock?.release()
  const next = lockDirectory(directory)
  expect(next).not.toBeNull()
  next?.release()
})

it('refuses a lock that this user may only read, because it would not exclude others', () => {
  const directory = emptyDirectory('foreign')
  const path = join(directory, 'lock')
  writeFileSync(path, '')
  chmodSync(path, 0o444)
  if (process.getuid?.() === 0) chownSync(directory, 65_534, 65_534)
  expect(() => asOrdinaryUser(() => lockDirectory(directory))).toThrow(
    `The file ${path} cannot be written, so Ken cannot make sure that only one process opens the database. Give all files in the data directory to the user that Ken runs as: chown -R USER ${directory}`,
  )
})

it('says that the file system is read-only', () => {
  const directory = emptyDirectory('read-only')
  mkdirSync(join(directory, 'lock'))
  const { accessSync } = fs
  const replace = (check: typeof accessSync) => {
    fs.accessSync = check
    syncBuiltinESMExports()
  }
  onTestFinished(() => replace(accessSync))
  replace(() => {
    throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })
  })
  expect(() => lockDirectory(directory)).toThrow(
    "Its file system is read-only. Allow writing to it, also in the options of a container's volume.",
  )
})

it('says that a path is too long', () => {
  const directory = emptyDirectory(['a', 'b', 'c'].map((name) => name.repeat(200)).join('/'))
  expect(() => lockDirectory(directory)).toThrow(
    `The path of the data directory ${directory} is too long. Set KEN_DATA_DIR to a path of at most 495 bytes.`,
  )
})
