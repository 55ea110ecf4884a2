import { generateSecrets, parseKeyRing, type KeyRing } from '@ken/crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** Where the embedded default keeps the secrets it made on its first start. */
export const secretsFile = (config: Pick<Config, 'dataDirectory'>): string => join(config.dataDirectory, 'secrets')

/**
 * The keys of the service that the configuration gives, or null when they are kept in the data
 * directory. Throws an error that says what is wrong with which entry, or that a server database needs them.
 */
export function givenKeyRing({ databaseUrl, secrets }: Pick<Config, 'databaseUrl' | 'secrets'>): KeyRing | null {
  if (secrets !== null) return parseKeyRing(secrets)
  if (databaseUrl === null) return null
  throw new Error('A server database needs secrets of its own: set KEN_SECRETS.')
}

/**
 * The keys that are kept in the data directory, where they are made once with mode 0600, if they may be. Only for the
 * process that has the directory. Throws an error that says what is wrong with which entry, or that there are none.
 */
export function keptKeyRing(config: Pick<Config, 'dataDirectory'>, { mayCreate }: { readonly mayCreate: boolean }): KeyRing {
  const file = secretsFile(config)
  if (!mayCreate && !existsSync(file)) throw new Error(missingSecrets(file))
  return parseKeyRing(readOrCreate(file))
}

/** What to do where a database is without the secrets it was used with. */
export const missingSecrets = (file: string): string =>
  `There is a database, but no ${file}. Restore the file from a backup; ken start would create new secrets.`

function readOrCreate(path: string): string {
  if (!existsSync(path)) {
    // Moved to its place when it is whole, so that a process killed here leaves no half of a secret.
    const draft = `${path}.new`
    rmSync(draft, { force: true })
    writeFileSync(draft, `${generateSecrets()}\n`, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(draft, path)
  }
  return readFileSync(path, 'utf8').trim()
}
