import { generateSecrets, parseKeyRing, type KeyRing } from '@ken/crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'

/** The file for generated secrets of the embedded database. */
export const secretsFile = (config: Pick<Config, 'dataDirectory'>): string =>
  join(config.dataDirectory, 'secrets')

/**
 * The configured keys; null if they are kept in the data directory. Throws an error that names the
 * invalid entry, or that says that a server database needs them.
 */
export function givenKeyRing({
  databaseUrl,
  secrets,
}: Pick<Config, 'databaseUrl' | 'secrets'>): KeyRing | null {
  if (secrets !== null) return parseKeyRing(secrets)
  if (databaseUrl === null) return null
  throw new Error('A server database needs secrets of its own: set KEN_SECRETS.')
}

/**
 * The keys in the data directory. Creates them once with mode 0600, if permitted. Only for the
 * process that owns the directory. Throws an error that names the invalid entry, or that says that
 * there are none.
 */
export function keptKeyRing(
  config: Pick<Config, 'dataDirectory'>,
  { mayCreate }: { readonly mayCreate: boolean },
): KeyRing {
  const file = secretsFile(config)
  if (!mayCreate && !existsSync(file)) throw new Error(missingSecrets(file))
  return parseKeyRing(readOrCreate(file))
}

/** The advice for a database whose secrets are missing. */
export const missingSecrets = (file: string): string =>
  `There is a database, but no ${file}. Restore the file from a backup, or set KEN_SECRETS if its secrets were set there. Without them, what they encrypted is lost: see docs/security-model.md#lost-secrets.`

function readOrCreate(path: string): string {
  if (!existsSync(path)) {
    // Renamed when it is complete, so that a process killed here leaves no partial secret.
    const draft = `${path}.new`
    rmSync(draft, { force: true })
    writeFileSync(draft, `${generateSecrets()}\n`, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(draft, path)
  }
  return readSecrets(path)
}

/** The content of the file of secrets. Throws an error with advice if it cannot be read. */
export function readSecrets(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new Error(
      `${path} cannot be read: ${reasonOf(cause)}. It must be a file of the user that Ken runs as, with mode 0600.`,
      { cause },
    )
  }
}

const reasons: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return reasons[code] ?? code
}
