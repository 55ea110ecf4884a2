import { generateSecrets, parseKeyRing, type KeyRing } from '@ken/crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** Where the embedded default keeps the secrets it made on its first start. */
export const secretsFile = (config: Pick<Config, 'dataDirectory'>): string => join(config.dataDirectory, 'secrets')

/**
 * The keys of the service (R83): from the configuration, else from the data directory, where they are made
 * once with mode 0600. Throws an error that says what is wrong with which entry.
 */
export function serviceKeyRing(config: Pick<Config, 'dataDirectory' | 'secrets'>): KeyRing {
  return parseKeyRing(config.secrets ?? readOrCreate(secretsFile(config)))
}

function readOrCreate(path: string): string {
  try {
    // Exclusive, so that of two first starts one writes and the other reads what it wrote.
    writeFileSync(path, `${generateSecrets()}\n`, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(path, 'utf8').trim()
}
