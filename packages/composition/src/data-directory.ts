import { accessSync, constants, mkdirSync } from 'node:fs'
import type { Config } from './config.ts'

/** Makes the data directory, for its owner alone. Throws an error that says what to do when it cannot be used. */
export function prepareDataDirectory({ dataDirectory }: Pick<Config, 'dataDirectory'>): void {
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
    accessSync(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'unknown error'
    throw new Error(
      `The data directory ${dataDirectory} cannot be used: ${reasons[code] ?? code}. Set KEN_DATA_DIR to a directory that this user may write to.`,
      { cause },
    )
  }
}

const reasons: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'there is a file of that name',
  ENOSPC: 'the disk is full',
}
