import { accessSync, constants, existsSync, mkdirSync, opendirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config/config.ts'

/**
 * Creates the data directory, for its owner alone. An existing one keeps its mode, because the
 * files in it are protected themselves. Throws an error with advice if it cannot be used.
 */
export function prepareDataDirectory({ dataDirectory }: Pick<Config, 'dataDirectory'>): void {
  try {
    makeDirectory(dataDirectory)
    opendirSync(dataDirectory).closeSync()
    accessSync(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const code =
      cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
        ? cause.code
        : 'unknown error'
    throw new Error(
      `The data directory ${dataDirectory} cannot be used: ${reasons[code] ?? code}. Set KEN_DATA_DIR to a directory that this user may write to.`,
      { cause },
    )
  }
}

/**
 * Creates one level at a time: Node's recursive option never returns on some file systems, such as
 * /proc.
 */
function makeDirectory(path: string): void {
  if (existsSync(path)) return
  makeDirectory(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(path)) throw error
  }
}

const reasons: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'the path is too long',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'there is a file of that name',
  ENOENT: 'no directory can be created there',
  ENOSPC: 'the disk is full',
}
