import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'

type Directory = Pick<Config, 'dataDirectory'>

/** Says where the database of a data directory was copied to. */
const noteIn = ({ dataDirectory }: Directory): string => join(dataDirectory, 'copied-to')

/**
 * Notes in a data directory that its database was copied to a server, and returns whether that succeeded: a full disk, which
 * does not prevent the copy, may prevent this.
 */
export function noteCopied(config: Directory, to: string): boolean {
  const { host, pathname, searchParams } = new URL(to)
  try {
    writeFileSync(noteIn(config), `${searchParams.get('host') ?? host}${pathname}\n`, {
      mode: 0o600,
      flush: true,
    })
    return true
  } catch {
    return false
  }
}

/**
 * Throws an error with advice if the database of a data directory was copied to a server: two Kens would send the same emails
 * and answer the same messages.
 */
export function requireNotCopied(config: Directory): void {
  const note = noteIn(config)
  if (existsSync(note)) throw new Error(copiedMessage(config, note, readFileSync(note, 'utf8')))
}

const copiedMessage = ({ dataDirectory }: Directory, note: string, to: string): string =>
  `The database in ${dataDirectory} was copied to ${to.trim()}, and both would send the waiting emails and answer in the chats. Set KEN_DATABASE_URL to the server. To use the embedded database instead, stop every Ken on the server, then delete the file ${note}.`
